// <planned-files>: one list of a plan's files, folded; every name can be reached, and a change be looked at.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { FileDiffElement } from "../checkpoint-diff/file-diff.js";
import { PathList, type RowFold } from "../parts/path-list.js";
import type { CheckpointReader, Side } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";

/** One file of a plan. */
export interface PlannedFile {
  readonly path: string;
  /** What is said beside its name: its size, or why it stays. */
  readonly note: string;
  readonly mark?: "added" | "changed";
}

/** What it shows. */
export interface PlannedFilesView {
  readonly heading: string;
  readonly files: readonly PlannedFile[];
  /** Between what a file's change is shown; `null`: there is no change to show. */
  readonly between: { readonly from: Side; readonly to: Side } | null;
  readonly tone: "plain" | "warn" | "bad";
  readonly reader: CheckpointReader;
}

/** Up to so many the list is open at first. */
const OPEN_UP_TO = 6;

export class PlannedFiles extends HTMLElement {
  readonly #list = new PathList<PlannedFile>({ atOnce: 200, filteredFrom: 30 }, () => this.#draw());
  #view: PlannedFilesView | null = null;
  #unfolded: boolean | null = null;

  show(view: PlannedFilesView): void {
    this.#view = view;
    this.#unfolded ??= view.files.length <= OPEN_UP_TO || view.tone === "bad";
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    if (view === null) {
      return;
    }
    this.dataset["tone"] = view.tone;
    const unfolded = this.#unfolded === true;
    render(
      html`<button
          type="button"
          class="heading"
          aria-expanded=${String(unfolded)}
          @click=${() => {
            this.#unfolded = !unfolded;
            this.#draw();
          }}
        >
          ${sign("chevron")}${view.heading}
        </button>
        ${unfolded ? this.#files(view) : nothing}`,
      this,
    );
  }

  #files(view: PlannedFilesView): TemplateResult {
    return html`${this.#list.filter(view.files)}
    ${this.#list.rows(view.files, "", (file, fold) => this.#file(file, view, fold))}`;
  }

  #file(file: PlannedFile, { between, reader }: PlannedFilesView, { open, turn }: RowFold): TemplateResult {
    const { path, note, mark } = file;
    const label = html`${mark === undefined ? nothing : html`<span class="mark" data-mark=${mark}>${mark}</span>`}
      <span class="path">${path}</span> <span class="note quiet-text">${note}</span>`;
    if (between === null) {
      return html`<li class="file">${label}</li>`;
    }
    const change = { ...between, path, file: null, reader, revision: 0 };
    return html`<li>
      <button type="button" class="file" aria-expanded=${String(open)} @click=${turn}>
        ${sign("chevron")}${label}
      </button>
      ${open ? html`<file-diff ${shown(FileDiffElement, change)}></file-diff>` : nothing}
    </li>`;
  }
}

customElements.define("planned-files", PlannedFiles);
