// The checkpoints, newest first. Tells `restore`, `open` (a number) and `stamp` ({ n, verdict }).

import { button, emit, make } from "../dom.js";
import type { LastKnownGood, Row, Verdict } from "../history.js";
import { checkpointPath } from "../route.js";
import { ago, changeWords, verdictWords } from "../words.js";

export class CheckpointList extends HTMLElement {
  #drawn = "";

  /** Draws the rows. While something is being done nothing can be pressed. */
  show(draft: string, rows: readonly Row[], good: LastKnownGood | null, busy: boolean): void {
    const key = JSON.stringify([draft, rows, good]);
    // Rows that did not change stay as they are: a button that is replaced while it is pressed is never clicked.
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.replaceChildren(
        make("h2", {}, "Checkpoints"),
        this.#lastKnownGood(good),
        rows.length === 0
          ? make("p", { className: "quiet" }, "No checkpoint was taken yet.")
          : make("ol", {}, ...rows.map((row) => this.#row(draft, row))),
      );
    }
    for (const control of this.querySelectorAll<HTMLButtonElement | HTMLInputElement>("button, input")) {
      control.disabled = busy;
    }
  }

  #lastKnownGood(good: LastKnownGood | null): HTMLElement {
    const target = good?.checkpoint ?? null;
    if (target === null) {
      return make("p", { className: "quiet", id: "no-good" }, good?.why ?? "");
    }
    const restore = button("Restore last known good", () => emit(this, "restore", target.n), {
      className: "main",
      id: "restore-good",
    });
    return make(
      "p",
      { className: "line" },
      restore,
      make("span", { className: "quiet" }, `${target.n} · ${target.label}`),
    );
  }

  #row(draft: string, row: Row): HTMLLIElement {
    const taken = make("time", {
      dateTime: new Date(row.takenAt).toISOString(),
      title: new Date(row.takenAt).toLocaleString(),
      textContent: ago(row.takenAt, Date.now()),
    });
    const label = make("a", { href: checkpointPath(draft, row.n), className: "label" }, row.label);
    label.addEventListener("click", (event) => {
      event.preventDefault();
      emit(this, "open", row.n);
    });
    const item = make(
      "li",
      { className: row.current ? "row current" : "row" },
      make("div", { className: "line" }, make("span", { className: "number" }, String(row.n)), label),
      make(
        "div",
        { className: "line quiet" },
        make("span", { className: `verdict ${row.verdict?.result ?? "none"}` }, verdictWords(row.verdict)),
        make("span", {}, changeWords(row)),
        taken,
      ),
    );
    item.dataset["n"] = String(row.n);
    item.append(...notes(row));
    item.append(row.current ? this.#here(row) : this.#restore(row));
    return item;
  }

  #restore(row: Row): HTMLElement {
    const { offered, why } = row.actions.restore;
    if (!offered) {
      return make("p", { className: "quiet" }, why ?? "");
    }
    const restore = button("Restore", () => emit(this, "restore", row.n));
    restore.setAttribute("aria-label", `Restore checkpoint ${row.n}`);
    return make("div", { className: "line" }, restore);
  }

  #here(row: Row): HTMLElement {
    const errors = make("input", { type: "number", min: "1", value: "1", ariaLabel: "Number of errors" });
    const stamp = (verdict: Verdict): void => emit(this, "stamp", { n: row.n, verdict });
    return make(
      "div",
      { className: "line stamp" },
      make("strong", {}, "You are here"),
      button("Passed", () => stamp({ result: "success" })),
      button("Failed with", () => stamp({ result: "failed", errors: Math.max(1, errors.valueAsNumber || 1) }), {}),
      errors,
      "errors",
    );
  }
}

function notes(row: Row): HTMLElement[] {
  const left = row.leftOut.length + row.leftOutMore;
  const found: HTMLElement[] = row.warnings.map(({ message }) => make("p", { className: "note" }, message));
  if (left > 0) {
    const named = row.leftOut.slice(0, 100).map(({ path, message }) => make("li", {}, `${path} — ${message}`));
    const more = left - named.length;
    const list = make("ul", {}, ...named, ...(more > 0 ? [make("li", {}, `+${more} more`)] : []));
    found.push(make("details", {}, make("summary", {}, `Not taken: ${left.toLocaleString("en")}`), list));
  }
  return found;
}

customElements.define("checkpoint-list", CheckpointList);
