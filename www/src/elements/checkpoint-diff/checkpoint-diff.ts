// <checkpoint-diff>: what a checkpoint changed, or what changed since; each file unfolds in place.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { count, modeWords, statusLetters, statusWords, words } from "../../words/checkpoints.js";
import { download } from "../parts/download.js";
import { lineCounts } from "../parts/line-counts.js";
import { Loading } from "../parts/loading.js";
import { PathList, type RowFold } from "../parts/path-list.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { Diff, DiffRequest, FileDiff } from "../parts/surface.js";
import { trouble } from "../parts/trouble.js";
import { FileDiffElement } from "./file-diff.js";
import "../parts/parts.css";
import "./checkpoint-diff.css";

/** `change`: what the checkpoint changed. `since`: what is different now. */
export type Against = "change" | "since";

/** What it shows. */
export interface CheckpointDiffView {
  readonly n: number;
  readonly against: Against;
  readonly reader: CheckpointReader;
  /** Changes when what was read is no longer right: when the files now are others. */
  readonly revision: string | number;
}

export class CheckpointDiff extends HTMLElement {
  readonly #loading = new Loading<Diff>(() => this.#draw());
  readonly #list = new PathList<FileDiff>({ atOnce: 100, filteredFrom: 30 }, () => this.#draw());
  #view: CheckpointDiffView | null = null;
  #said = "";

  show(view: CheckpointDiffView): void {
    const before = this.#view;
    this.#view = view;
    if (before?.n !== view.n || before.against !== view.against) {
      this.#list.reset();
      this.#said = "";
      this.#read("forget");
    } else if (before.revision !== view.revision && view.against === "since") {
      this.#read("keep");
    }
    this.#draw();
  }

  #read(before: "keep" | "forget"): void {
    const view = this.#view;
    if (view !== null) {
      void this.#loading.read(() => view.reader.diff({ ...requestOf(view), stat: true }), before);
    }
  }

  #draw(): void {
    render(this.#body(), this);
  }

  #totals(diff: Diff): TemplateResult {
    return html`<div class="bar">
      <span class="totals quiet-text">${count(diff.files.length, "file")} ${lineCounts(diff.added, diff.removed)}</span>
      <span class="patch">
        <span class="quiet-text" role="status">${this.#said}</span>
        <button type="button" class="quiet" aria-label=${words.copyPatch} @click=${() => void this.#copy()}>
          ${words.copy}
        </button>
        <button type="button" class="quiet" aria-label=${words.downloadPatch} @click=${() => void this.#download()}>
          ${words.download}
        </button>
      </span>
    </div>`;
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
    const { files } = loaded.value;
    if (files.length === 0) {
      return html`<p class="quiet-text said">
        ${this.#view?.against === "since" ? words.noChangeSince : words.noChange}
      </p>`;
    }
    return html`${this.#totals(loaded.value)} ${this.#list.filter(files)}
    ${this.#list.rows(files, "changed-files", (file, fold) => this.#file(loaded.value, file, fold))}`;
  }

  #file(diff: Diff, file: FileDiff, { open, turn }: RowFold): TemplateResult {
    return html`<li>
      <button type="button" class="file" aria-expanded=${String(open)} @click=${turn}>
        ${sign("chevron")} ${fileLabel(file)}
      </button>
      ${open ? this.#change(diff, file) : nothing}
    </li>`;
  }

  #change({ from, to }: Diff, file: FileDiff): TemplateResult {
    const view = this.#view;
    if (view === null) {
      return html``;
    }
    const { reader, revision } = view;
    const now = from === "files" || to === "files";
    const fileView = { from, to, path: file.path, file, reader, revision: now ? revision : "kept" };
    return html`<file-diff ${shown(FileDiffElement, fileView)}></file-diff>`;
  }

  async #patch(): Promise<{ text: string; bytes: Uint8Array } | null> {
    const view = this.#view;
    if (view === null) {
      return null;
    }
    try {
      const { text, textBytes } = await view.reader.diff(requestOf(view));
      return text === null || textBytes === undefined ? null : { text, bytes: textBytes };
    } catch (thrown) {
      await this.#loading.read(() => Promise.reject(thrown), "keep");
      return null;
    }
  }

  async #copy(): Promise<void> {
    const patch = await this.#patch();
    if (patch !== null) {
      const copied = await navigator.clipboard.writeText(patch.text).then(
        () => true,
        () => false,
      );
      this.#said = copied ? words.copied : words.notCopied;
      this.#draw();
    }
  }

  /** The exact bytes: what `git apply` takes. */
  async #download(): Promise<void> {
    const patch = await this.#patch();
    if (patch !== null) {
      const { against, n } = this.#view ?? { against: "change", n: 0 };
      download(`${against === "change" ? "checkpoint" : "since-checkpoint"}-${n}.patch`, patch.bytes, "text/x-patch");
    }
  }
}

function requestOf({ n, against }: CheckpointDiffView): DiffRequest {
  return against === "change" ? { to: n } : { from: n, to: "files" };
}

/** Letter, path and counts of a changed file. */
export function fileLabel(file: FileDiff): TemplateResult {
  const mode = modeWords(file);
  const letter = statusLetters[file.status];
  return html`<span class="status" data-status=${file.status} aria-hidden="true">${letter}</span
    ><span class="visually-hidden">${statusWords[file.status]}</span>
    <span class="path">${file.from === undefined ? nothing : html`<s>${file.from}</s> → `}${file.path}</span>
    ${mode === null ? nothing : html`<span class="mark">${mode}</span>`}
    ${file.binary ? html`<span class="mark">${words.binary}</span>` : nothing}
    ${file.damaged ? html`<span class="mark bad">${words.damaged}</span>` : nothing}
    ${lineCounts(file.added, file.removed)}`;
}

customElements.define("checkpoint-diff", CheckpointDiff);
