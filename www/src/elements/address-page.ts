// The page of one checkpoint's address, for each thing that an address can lead to. Tells `restore` (a number).

import { button, emit, make } from "../dom.js";
import type { LookUp, Row } from "../history.js";
import { draftPath, go } from "../route.js";
import { changeWords, count, size, verdictWords } from "../words.js";

/** Files shown at once. */
const SHOWN = 500;

const headings: Readonly<Record<Exclude<LookUp["state"], "found" | "damaged">, string>> = {
  pruned: "This checkpoint is no longer kept",
  never_existed: "There never was such a checkpoint",
  not_on_this_device: "This draft is not in this browser",
  not_an_address: "This is not the address of a checkpoint",
};

export class AddressPage extends HTMLElement {
  /** Draws what was looked up. */
  show(found: LookUp): void {
    this.dataset["state"] = found.state;
    if (found.state === "found" || found.state === "damaged") {
      const damaged = found.state === "damaged" ? found.damaged : [];
      this.#found(found.draft, found.checkpoint, found.files, damaged, found);
      return;
    }
    document.title = `${headings[found.state]} · knowngood`;
    const known = found.state === "pruned" || found.state === "never_existed" ? found.draft : null;
    this.replaceChildren(
      make("header", {}, make("h1", {}, headings[found.state])),
      make("p", {}, found.message),
      make("p", { className: "quiet" }, found.hint),
      known === null
        ? button("All drafts", () => go("/"), { className: "main" })
        : button("Open project", () => go(draftPath(known)), { className: "main" }),
    );
  }

  #found(
    draft: string,
    row: Row,
    files: readonly { path: string; size: number }[],
    damaged: readonly string[],
    said: { readonly message: string; readonly hint: string },
  ): void {
    document.title = `${row.label} · knowngood`;
    const shown = files
      .slice(0, SHOWN)
      .map(({ path, size: bytes }) =>
        make(
          "li",
          {},
          path,
          make("span", { className: "quiet" }, ` ${size(bytes)}${damaged.includes(path) ? " — damaged" : ""}`),
        ),
      );
    const more = files.length - shown.length;
    const restore = button("Restore this checkpoint", () => emit(this, "restore", row.n), { className: "main" });
    const { offered, why } = row.actions.restore;
    restore.disabled = !offered;
    this.replaceChildren(
      make("header", {}, make("h1", {}, row.label)),
      make(
        "p",
        {},
        make("span", { className: `verdict ${row.verdict?.result ?? "none"}` }, verdictWords(row.verdict)),
        ` · checkpoint ${row.n} of ${draft} · ${new Date(row.takenAt).toLocaleString()} · ${changeWords(row)}`,
      ),
      ...(damaged.length > 0 ? [make("p", { className: "note" }, `${said.message} ${said.hint}`)] : []),
      ...(why === null ? [] : [make("p", { className: "quiet" }, why)]),
      make(
        "div",
        { className: "line" },
        restore,
        button("Open project", () => go(draftPath(draft))),
      ),
      make("h2", {}, count(files.length, "file")),
      make("ul", { className: "names" }, ...shown, ...(more > 0 ? [make("li", {}, `+${more} more`)] : [])),
    );
  }
}

customElements.define("address-page", AddressPage);
