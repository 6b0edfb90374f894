// <planned-files>: one list of a plan's files, folded; every name can be reached, and a change be looked at.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { words } from "../../words/checkpoints.js";
import { FileDiffElement } from "../checkpoint-diff/file-diff.js";
import { filterField } from "../parts/filter-field.js";
import { matching } from "../parts/matching.js";
import { moreButton } from "../parts/more-button.js";
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

/** Names shown at first, and with each press for more. */
const AT_ONCE = 200;
/** From so many on there is a filter. */
const FILTERED_FROM = 30;
/** Up to so many the list is open at first. */
const OPEN_UP_TO = 6;

export class PlannedFiles extends HTMLElement {
  readonly #open = new Set<string>();
  #view: PlannedFilesView | null = null;
  #unfolded: boolean | null = null;
  #filter = "";
  #limit = AT_ONCE;

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
    const found = matching(view.files, this.#filter);
    const part = found.slice(0, this.#limit);
    return html`${view.files.length < FILTERED_FROM ? nothing : filterField((filter) => this.#narrow(filter))}
      ${found.length === 0 ? html`<p class="quiet-text said">${words.noMatch}</p>` : nothing}
      <ul>
        ${repeat(
          part,
          ({ path }) => path,
          (file) => this.#file(file, view),
        )}
      </ul>
      ${moreButton(found.length, part.length, () => {
        this.#limit += AT_ONCE;
        this.#draw();
      })}`;
  }

  #narrow(filter: string): void {
    this.#filter = filter;
    this.#limit = AT_ONCE;
    this.#draw();
  }

  #file(file: PlannedFile, { between, reader }: PlannedFilesView): TemplateResult {
    const { path, note, mark } = file;
    const label = html`${mark === undefined ? nothing : html`<span class="mark" data-mark=${mark}>${mark}</span>`}
      <span class="path">${path}</span> <span class="note quiet-text">${note}</span>`;
    if (between === null) {
      return html`<li class="file">${label}</li>`;
    }
    const open = this.#open.has(path);
    const change = { ...between, path, file: null, reader, revision: 0 };
    return html`<li>
      <button type="button" class="file" aria-expanded=${String(open)} @click=${() => this.#turn(path)}>
        ${sign("chevron")}${label}
      </button>
      ${open ? html`<file-diff ${shown(FileDiffElement, change)}></file-diff>` : nothing}
    </li>`;
  }

  #turn(path: string): void {
    if (!this.#open.delete(path)) {
      this.#open.add(path);
    }
    this.#draw();
  }
}

customElements.define("planned-files", PlannedFiles);
