// A list of files by path: a filter when there are many, a part of them at first, and rows that unfold.

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { words } from "../../words/checkpoints.js";
import { filterField } from "./filter-field.js";
import { matching } from "./matching.js";
import { moreButton } from "./more-button.js";

/** How long a list is. */
export interface PathListLimits {
  /** Rows shown at first, and with each press for more. */
  readonly atOnce: number;
  /** From so many files on there is a filter. */
  readonly filteredFrom: number;
}

/** Whether a row is unfolded, and what turns it. */
export interface RowFold {
  readonly open: boolean;
  readonly turn: () => void;
}

/** What is kept of one list between two drawings. */
export class PathList<Item extends { readonly path: string }> {
  readonly #limits: PathListLimits;
  readonly #redraw: () => void;
  readonly #open = new Set<string>();
  #filter = "";
  #limit: number;

  /** `redraw` draws the element again. */
  constructor(limits: PathListLimits, redraw: () => void) {
    this.#limits = limits;
    this.#redraw = redraw;
    this.#limit = limits.atOnce;
  }

  /** As for files that were never looked at. */
  reset(): void {
    this.#open.clear();
    this.#filter = "";
    this.#limit = this.#limits.atOnce;
  }

  /** The files that the filter leaves. */
  found(files: readonly Item[]): readonly Item[] {
    return matching(files, this.#filter);
  }

  /** The field of the filter, where there are many files. */
  filter(files: readonly Item[]): TemplateResult | typeof nothing {
    return files.length < this.#limits.filteredFrom
      ? nothing
      : filterField((filter) => {
          this.#filter = filter;
          this.#limit = this.#limits.atOnce;
          this.#redraw();
        });
  }

  /** The rows, and the button for more. */
  rows(files: readonly Item[], className: string, row: (file: Item, fold: RowFold) => TemplateResult): TemplateResult {
    const found = this.found(files);
    const part = found.slice(0, this.#limit);
    return html`${found.length === 0 ? html`<p class="quiet-text said">${words.noMatch}</p>` : nothing}
      <ul class=${className}>
        ${repeat(
          part,
          ({ path }) => path,
          (file) => row(file, { open: this.#open.has(file.path), turn: () => this.#turn(file.path) }),
        )}
      </ul>
      ${moreButton(found.length, part.length, () => {
        this.#limit += this.#limits.atOnce;
        this.#redraw();
      })}`;
  }

  #turn(path: string): void {
    if (!this.#open.delete(path)) {
      this.#open.add(path);
    }
    this.#redraw();
  }
}
