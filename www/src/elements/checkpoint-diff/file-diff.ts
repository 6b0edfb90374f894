// <file-diff>: the change of one file, in place.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { type Code, CodePlace } from "../parts/code-place.js";
import { Loading } from "../parts/loading.js";
import type { CheckpointReader } from "../parts/reader.js";
import { trouble } from "../parts/trouble.js";
import { type FileChange, readChange, type Shown } from "./sides.js";

/** What it shows. */
export interface FileDiffView extends FileChange {
  readonly reader: CheckpointReader;
  /** Changes when the change has to be read again, such as when the files now are others. */
  readonly revision: string | number;
}

/** What is shown as code. */
type ShownCode = Exclude<Shown, { kind: "sentence" }>;

export class FileDiffElement extends HTMLElement {
  readonly #loading = new Loading<Shown>(() => this.#draw());
  readonly #place = new CodePlace<ShownCode>(this, (code, place, shown) => this.#open(code, place, shown));
  #view: FileDiffView | null = null;

  show(view: FileDiffView): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || keyOf(before) !== keyOf(view)) {
      this.#read(before?.path === view.path ? "keep" : "forget");
    }
    this.#draw();
  }

  connectedCallback(): void {
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#place.close();
  }

  #read(before: "keep" | "forget"): void {
    const view = this.#view;
    if (view !== null) {
      void this.#loading.read(() => readChange(view, view.reader), before);
    }
  }

  #draw(): void {
    const { loaded } = this.#loading;
    render(this.#body(), this);
    this.#place.show(loaded.state === "there" && loaded.value.kind !== "sentence" ? loaded.value : null);
  }

  #body(): TemplateResult {
    const { loaded } = this.#loading;
    if (loaded.state === "waiting") {
      return html`<p class="quiet-text said" aria-busy="true">${words.comparing}</p>`;
    }
    if (loaded.state === "failed") {
      return trouble(loaded.thrown, () => {
        this.#read("forget");
        this.#draw();
      });
    }
    const shown = loaded.value;
    if (shown.kind === "sentence") {
      return html`<p class="quiet-text said">${shown.text}</p>`;
    }
    const note = shown.kind === "patch" ? shown.note : null;
    return html`${note === null ? nothing : html`<p class="quiet-text said">${note}</p>`}
      <div class="code"></div>`;
  }

  #open(code: Code, place: HTMLElement, shown: ShownCode): ReturnType<Code["showChange"]> {
    const path = this.#view?.path ?? "";
    const name = `${words.changes}: ${path}`;
    return shown.kind === "texts"
      ? code.showChange(place, { path, name, before: shown.before, after: shown.after })
      : code.showPatch(place, { name, text: shown.text });
  }
}

function keyOf({ from, to, path, file, revision }: FileDiffView): string {
  return JSON.stringify([from, to, path, file, revision]);
}

customElements.define("file-diff", FileDiffElement);
