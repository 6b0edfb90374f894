// What the newest build found: one line that sums it up, and every error and warning with its place.

import { html, render } from "lit-html";
import { emit, make } from "../../dom.js";
import type { BuildOutcome, BuildProblem } from "../../build/outcome.js";
import { buildConsole as words } from "../../words/build.js";
import { sign } from "../parts/sign.js";
import "./build-console.css";

/** What the console is given. */
export interface BuildConsoleData {
  /** The newest outcome; `null`: nothing was built yet. */
  readonly outcome: BuildOutcome | null;
  /** Whether a build is under way. */
  readonly running: boolean;
}

/** Problems that are shown; the others are counted. */
const MOST_PROBLEMS = 500;

type Tone = "good" | "bad" | "warn" | "plain";

/** Tells: `go-to` {path, line, column}. */
export class BuildConsole extends HTMLElement {
  readonly #summary = make("p", { className: "build-summary", role: "status" });
  readonly #body = make("div", { className: "build-body" });
  #shown: BuildConsoleData | null = null;

  connectedCallback(): void {
    if (this.childElementCount === 0) {
      this.setAttribute("role", "region");
      this.ariaLabel = words.name;
      this.append(this.#summary, this.#body);
      this.#body.addEventListener("keydown", (event) => this.#key(event));
    }
  }

  show(data: BuildConsoleData): void {
    const before = this.#shown;
    this.#shown = data;
    if (before?.outcome === data.outcome && before.running === data.running) {
      return;
    }
    const { tone, text, shape } = summaryOf(data);
    this.#summary.dataset["tone"] = tone;
    render(
      html`${shape === null ? html`<span class="build-busy" aria-hidden="true"></span>` : sign(shape)} ${text}`,
      this.#summary,
    );
    this.toggleAttribute("running", data.running);
    if (before === null || before.outcome !== data.outcome) {
      this.#draw(data.outcome);
    }
  }

  #draw(outcome: BuildOutcome | null): void {
    if (outcome === null) {
      render(html`<p class="build-empty quiet-text">${words.neverHint}</p>`, this.#body);
      return;
    }
    const { errors, warnings } = outcome;
    const all = [
      ...errors.map((problem) => ({ problem, tone: "bad" as const })),
      ...warnings.map((problem) => ({ problem, tone: "warn" as const })),
    ];
    const left = all.length - MOST_PROBLEMS;
    render(
      html`
        ${
          all.length === 0
            ? html`<p class="build-empty quiet-text">${words.allGood}</p>`
            : html`<ol class="build-problems" aria-label=${words.list}>
                ${all.slice(0, MOST_PROBLEMS).map(({ problem, tone }) => html`<li>${this.#row(problem, tone)}</li>`)}
              </ol>`
        }
        ${left > 0 ? html`<p class="build-empty quiet-text">${words.more(left)}</p>` : ""}
        ${outcome.state === "nothing" ? "" : html`<p class="build-note quiet-text">${words.typesNotChecked}</p>`}
      `,
      this.#body,
    );
  }

  #row(problem: BuildProblem, tone: "bad" | "warn"): unknown {
    const { path, line, column, text } = problem;
    const content = html`
      <span class="build-sign" data-tone=${tone}>${sign(tone === "bad" ? "failed" : "warning")}</span>
      <span class="build-text"
        ><span class="visually-hidden">${tone === "bad" ? words.error : words.warning}: </span>${text}</span
      >
      ${path === null ? "" : html`<span class="build-place">${words.place(path, line, column)}</span>`}
    `;
    return path === null
      ? html`<div class="build-problem">${content}</div>`
      : html`<button type="button" class="build-problem" @click=${() => emit(this, "go-to", { path, line, column })}>
          ${content}
        </button>`;
  }

  /** Up and down go from one problem to the next. */
  #key(event: KeyboardEvent): void {
    const buttons = [...this.#body.querySelectorAll<HTMLButtonElement>("button.build-problem")];
    const at = buttons.findIndex((one) => one === document.activeElement);
    const next = at === -1 ? undefined : nextOf(event.key, at, buttons.length);
    if (next !== undefined) {
      event.preventDefault();
      buttons[next]?.focus();
    }
  }
}

function nextOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, count - 1);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function summaryOf({ outcome, running }: BuildConsoleData): {
  readonly tone: Tone;
  readonly text: string;
  readonly shape: "passed" | "failed" | "unbuilt" | "warning" | null;
} {
  if (running) {
    return { tone: "plain", text: words.building, shape: null };
  }
  if (outcome === null) {
    return { tone: "plain", text: words.never, shape: "unbuilt" };
  }
  const [errors, warnings] = [outcome.errors.length, outcome.warnings.length];
  switch (outcome.state) {
    case "nothing":
      return { tone: "plain", text: words.nothing, shape: "unbuilt" };
    case "success":
      return {
        tone: "good",
        text: warnings === 0 ? words.success(outcome.ms) : words.successWarned(outcome.ms, warnings),
        shape: "passed",
      };
    case "failed":
      return {
        tone: "bad",
        text: warnings === 0 ? words.failed(errors) : words.failedWarned(errors, warnings),
        shape: "failed",
      };
  }
}

customElements.define("build-console", BuildConsole);
