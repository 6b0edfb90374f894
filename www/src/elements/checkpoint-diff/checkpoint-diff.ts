// <checkpoint-diff>: what a checkpoint changed, or what changed since; each file unfolds in place.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { count, modeWords, statusLetters, statusWords, words } from "../../words/checkpoints.js";
import { download } from "../parts/download.js";
import { lineCounts } from "../parts/line-counts.js";
import { Loading } from "../parts/loading.js";
import { moreButton } from "../parts/more-button.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { Diff, DiffRequest, FileDiff } from "../parts/surface.js";
import { trouble } from "../parts/trouble.js";
import { FileDiffElement } from "./file-diff.js";
import "../parts/parts.css";
import "./checkpoint-diff.css";

/** What it shows. */
export interface CheckpointDiffView {
  readonly n: number;
  readonly reader: CheckpointReader;
  /** Changes when what was read is no longer right: when the files now are others. */
  readonly revision: string | number;
}

/** `change`: what the checkpoint changed. `since`: what is different now. */
type Against = "change" | "since";

/** Files shown at first, and with each press for more. */
const AT_ONCE = 100;

export class CheckpointDiff extends HTMLElement {
  readonly #loading = new Loading<Diff>(() => this.#draw());
  readonly #open = new Set<string>();
  #view: CheckpointDiffView | null = null;
  #against: Against = "change";
  #limit = AT_ONCE;
  #said = "";

  show(view: CheckpointDiffView): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || before.n !== view.n) {
      this.#read("forget");
    } else if (before.revision !== view.revision && this.#against === "since") {
      this.#read("keep");
    }
    this.#draw();
  }

  #read(before: "keep" | "forget"): void {
    const view = this.#view;
    if (view !== null) {
      void this.#loading.read(() => view.reader.diff({ ...this.#request(view.n), stat: true }), before);
    }
  }

  #request(n: number): DiffRequest {
    return this.#against === "change" ? { to: n } : { from: n, to: "files" };
  }

  #turn(against: Against): void {
    if (against !== this.#against) {
      this.#against = against;
      this.#open.clear();
      this.#limit = AT_ONCE;
      this.#said = "";
      this.#read("forget");
      this.#draw();
    }
  }

  #draw(): void {
    const { loaded } = this.#loading;
    render(
      html`<div class="bar">
          <div class="segments" role="group" aria-label=${words.compareWith}>
            ${this.#segment("change", words.thisChange)} ${this.#segment("since", words.sinceThen)}
          </div>
          ${loaded.state === "there" && loaded.value.files.length > 0 ? this.#totals(loaded.value) : nothing}
        </div>
        ${this.#body()}`,
      this,
    );
  }

  #segment(against: Against, label: string): TemplateResult {
    const pressed = this.#against === against;
    return html`<button type="button" aria-pressed=${String(pressed)} @click=${() => this.#turn(against)}>
      ${label}
    </button>`;
  }

  #totals(diff: Diff): TemplateResult {
    return html`<span class="totals quiet-text"
        >${count(diff.files.length, "file")} ${lineCounts(diff.added, diff.removed)}</span
      >
      <span class="patch">
        <span class="quiet-text" role="status">${this.#said}</span>
        <button type="button" class="quiet" @click=${() => void this.#copy()}>${words.copy}</button>
        <button type="button" class="quiet" @click=${() => void this.#download()}>${words.download}</button>
      </span>`;
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
      return html`<p class="quiet-text said">${this.#against === "change" ? words.noChange : words.noChangeSince}</p>`;
    }
    const part = files.slice(0, this.#limit);
    return html`<ul class="changed-files">
        ${repeat(
          part,
          ({ path }) => path,
          (file) => this.#file(loaded.value, file),
        )}
      </ul>
      ${moreButton(files.length, part.length, () => {
        this.#limit += AT_ONCE;
        this.#draw();
      })}`;
  }

  #file(diff: Diff, file: FileDiff): TemplateResult {
    const open = this.#open.has(file.path);
    return html`<li>
      <button type="button" class="file" aria-expanded=${String(open)} @click=${() => this.#unfold(file.path)}>
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

  #unfold(path: string): void {
    if (!this.#open.delete(path)) {
      this.#open.add(path);
    }
    this.#draw();
  }

  async #patch(): Promise<{ text: string; bytes: Uint8Array } | null> {
    const view = this.#view;
    if (view === null) {
      return null;
    }
    try {
      const { text, textBytes } = await view.reader.diff(this.#request(view.n));
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
      const name = this.#against === "change" ? "checkpoint" : "since-checkpoint";
      download(`${name}-${this.#view?.n ?? 0}.patch`, patch.bytes, "text/x-patch");
    }
  }
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
