// <checkpoint-files>: the files of a checkpoint, to be looked at and downloaded. Nothing is changed by it.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { count, size, words } from "../../words/checkpoints.js";
import { Loading } from "../parts/loading.js";
import { PathList, type RowFold } from "../parts/path-list.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { HeldFile } from "../parts/surface.js";
import { trouble } from "../parts/trouble.js";
import { FileContent } from "./file-content.js";
import "../parts/parts.css";
import "./checkpoint-files.css";

/** What it shows. */
export interface CheckpointFilesView {
  readonly n: number;
  readonly reader: CheckpointReader;
  /** The files, where they are known already. Else they are read. */
  readonly files?: readonly HeldFile[];
  /** Paths of files whose bytes cannot be read. */
  readonly damaged?: readonly string[];
}

export class CheckpointFiles extends HTMLElement {
  readonly #loading = new Loading<readonly HeldFile[]>(() => this.#draw());
  readonly #list = new PathList<HeldFile>({ atOnce: 200, filteredFrom: 12 }, () => this.#draw());
  #view: CheckpointFilesView | null = null;

  show(view: CheckpointFilesView): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || before.n !== view.n || before.files !== view.files) {
      this.#read();
    }
    this.#draw();
  }

  #read(): void {
    const view = this.#view;
    const known = view?.files;
    if (known !== undefined) {
      this.#loading.loaded = { state: "there", value: known };
    } else if (view !== null) {
      void this.#loading.read(() => view.reader.files(view.n), "forget");
    }
  }

  #draw(): void {
    render(this.#body(), this);
  }

  #body(): TemplateResult {
    const { loaded } = this.#loading;
    if (loaded.state === "waiting") {
      return html`<p class="quiet-text said" aria-busy="true">${words.reading}</p>`;
    }
    if (loaded.state === "failed") {
      return trouble(loaded.thrown, () => {
        this.#read();
        this.#draw();
      });
    }
    const files = loaded.value;
    if (files.length === 0) {
      return html`<p class="quiet-text said">${words.noFiles}</p>`;
    }
    return html`<div class="bar">
        ${this.#list.filter(files)}
        <span class="quiet-text" role="status">${this.#totals(files, this.#list.found(files))}</span>
      </div>
      ${this.#list.rows(files, "held-files", (file, fold) => this.#file(file, fold))}`;
  }

  #totals(files: readonly HeldFile[], found: readonly HeldFile[]): string {
    const bytes = size(found.reduce((sum, file) => sum + file.size, 0));
    const of = found.length === files.length ? "" : ` of ${files.length.toLocaleString("en")}`;
    return `${count(found.length, "file")}${of}, ${bytes}`;
  }

  #file(file: HeldFile, { open, turn }: RowFold): TemplateResult {
    const damaged = this.#view?.damaged?.includes(file.path) === true;
    return html`<li>
      <button type="button" class="file" aria-expanded=${String(open)} @click=${turn}>
        ${sign("chevron")}
        <span class="path">${file.path}</span>
        ${damaged ? html`<span class="mark bad">${words.damaged}</span>` : nothing}
        ${file.mode === "executable" ? html`<span class="mark">${words.executable}</span>` : nothing}
        <span class="size numbers">${size(file.size)}</span>
      </button>
      ${open ? this.#content(file, damaged) : nothing}
    </li>`;
  }

  #content({ path, size: bytes }: HeldFile, damaged: boolean): TemplateResult {
    const view = this.#view;
    return view === null
      ? html``
      : html`<file-content
          ${shown(FileContent, { n: view.n, path, size: bytes, damaged, reader: view.reader })}
        ></file-content>`;
  }
}

customElements.define("checkpoint-files", CheckpointFiles);
