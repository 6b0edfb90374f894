// Runs the built app in a sandboxed frame, and shows below it what the app says and what goes wrong in it.

import { html, render } from "lit-html";
import { emit, make, newId } from "../../dom.js";
import type { BuildOutcome, BuiltPage } from "../../build/outcome.js";
import { pageKinds, preview as words } from "../../words/build.js";
import { composeFrame } from "./compose-frame.js";
import { AppMessages } from "./app-messages.js";
import { type FrameMessage, readFrameMessage } from "./preview-messages.js";
import { sourcePlace } from "./source-place.js";
import "./app-preview.css";

/** What the preview is given. */
export interface AppPreviewData {
  /** The newest outcome; `null`: nothing was built yet. */
  readonly outcome: BuildOutcome | null;
  /** Whether a build is under way. */
  readonly running: boolean;
}

/** Tells: `go-to` {path, line, column} for the place of an error. */
export class AppPreview extends HTMLElement {
  readonly #tools = make("div", { className: "preview-tools" });
  readonly #note = make("p", { className: "preview-note quiet-text", role: "status" });
  readonly #place = make("div", { className: "preview-place" });
  readonly #messages = new AppMessages((place) => emit(this, "go-to", place));
  readonly #chooser = newId("preview-page");
  /** What the app's stand-ins hold, from one load to the next. */
  readonly #stored: Record<string, Readonly<Record<string, unknown>>> = {};
  #data: AppPreviewData = { outcome: null, running: false };
  /** The newest outcome that can be shown. */
  #good: BuildOutcome | null = null;
  #page: string | null = null;
  #frame: HTMLIFrameElement | null = null;
  #token = "";
  #loads = 0;

  connectedCallback(): void {
    if (this.childElementCount === 0) {
      this.setAttribute("role", "region");
      this.ariaLabel = words.name;
      this.append(this.#tools, this.#note, this.#place, this.#messages.element);
      this.#draw();
    }
    addEventListener("message", this.#hear);
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
  }

  show(data: AppPreviewData): void {
    const before = this.#data;
    this.#data = data;
    if (data.outcome !== before.outcome && data.outcome !== null && data.outcome.state !== "failed") {
      this.#good = data.outcome.ok ? data.outcome : null;
      const { pages, page } = data.outcome;
      this.#page = pages.some(({ path }) => path === this.#page) ? this.#page : page;
      void this.#load();
    }
    if (data.outcome !== before.outcome || data.running !== before.running) {
      this.#draw();
    }
  }

  #draw(): void {
    const { outcome, running } = this.#data;
    const pages = this.#good?.pages ?? [];
    render(
      html`
        ${
          pages.length < 2
            ? ""
            : html`<label class="visually-hidden" for=${this.#chooser}>${words.choose}</label>
                <select id=${this.#chooser} @change=${(event: Event) => this.#choose(event)}>
                  ${pages.map(
                    (page) =>
                      html`<option value=${page.path} ?selected=${page.path === this.#page}>${nameOf(page)}</option>`,
                  )}
                </select>`
        }
        <span class="preview-state quiet-text">${running ? words.building : ""}</span>
        <button type="button" class="quiet" ?disabled=${this.#page === null} @click=${() => void this.#load()}>
          ${words.reload}
        </button>
      `,
      this.#tools,
    );
    this.#note.textContent = this.#noteText(outcome);
    this.#note.hidden = this.#note.textContent === "";
    if (this.#page === null || this.#good === null) {
      this.#frame?.remove();
      this.#frame = null;
      render(this.#empty(outcome), this.#place);
      this.#messages.element.hidden = true;
    }
  }

  #noteText(outcome: BuildOutcome | null): string {
    if (outcome?.state === "failed" && this.#good !== null) {
      return words.older(outcome.errors.length);
    }
    return this.#good !== null && this.#page !== null && isExtension(this.#good) ? words.standIn : "";
  }

  #empty(outcome: BuildOutcome | null): unknown {
    const [title, hint] =
      outcome === null
        ? [words.none, words.noneHint]
        : outcome.state === "failed"
          ? [words.failed(outcome.errors.length), words.failedHint]
          : outcome.state === "nothing"
            ? [words.nothing, outcome.errors[0]?.text ?? ""]
            : [words.noPage, words.noPageHint];
    return html`<div class="preview-empty"><strong>${title}</strong><span class="quiet-text">${hint}</span></div>`;
  }

  #choose(event: Event): void {
    if (event.target instanceof HTMLSelectElement) {
      this.#page = event.target.value;
      void this.#load();
    }
  }

  /** Starts the app anew, in a new frame: nothing of the old one goes on. */
  async #load(): Promise<void> {
    const turn = ++this.#loads;
    const outcome = this.#good;
    const path = this.#page;
    if (outcome === null || path === null) {
      return;
    }
    const token = crypto.randomUUID();
    const document = await composeFrame({ outcome, path, token, stored: this.#stored });
    if (turn !== this.#loads) {
      return;
    }
    const frame = make("iframe", { className: "preview-frame", title: words.frame });
    frame.setAttribute("sandbox", "allow-scripts allow-forms allow-modals");
    frame.dataset["kind"] = outcome.pages.find((page) => page.path === path)?.kind ?? "page";
    frame.srcdoc = document;
    this.#token = token;
    this.#frame = frame;
    this.#messages.clear();
    this.#messages.element.hidden = false;
    render(frame, this.#place);
    this.#draw();
  }

  readonly #hear = (event: MessageEvent<unknown>): void => {
    if (this.#frame === null || event.source !== this.#frame.contentWindow) {
      return;
    }
    const message = readFrameMessage(event.data, this.#token);
    if (message !== null) {
      this.#take(message);
    }
  };

  #take(message: FrameMessage): void {
    switch (message.kind) {
      case "console":
        this.#messages.add({ level: message.level, text: message.text, place: null });
        break;
      case "uncaught": {
        const place = this.#good === null ? null : sourcePlace(this.#good.outputs, message);
        this.#messages.add({ level: "error", text: `${words.uncaught}: ${message.text}`, place });
        break;
      }
      case "blocked":
        this.#messages.add({ level: "warn", text: `${words.blocked}: ${message.text}`, place: null });
        break;
      case "open":
        if (this.#good?.pages.some(({ path }) => path === message.path) === true) {
          this.#page = message.path;
          void this.#load();
        }
        break;
      case "stored":
        this.#stored[message.area] = message.values;
        break;
    }
  }
}

function nameOf({ path, kind }: BuiltPage): string {
  return kind === "content-script" ? pageKinds[kind] : `${pageKinds[kind]}: ${path}`;
}

function isExtension({ pages, outputs }: BuildOutcome): boolean {
  return pages.some(({ kind }) => kind !== "page") || outputs.has("manifest.json");
}

customElements.define("app-preview", AppPreview);
