// <file-content>: one file of a checkpoint, as it was, to be looked at.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { CodePlace } from "../parts/code-place.js";
import { download, fileName } from "../parts/download.js";
import { type Shape, shapeOf } from "../parts/file-kind.js";
import { Loading } from "../parts/loading.js";
import type { CheckpointReader } from "../parts/reader.js";
import { trouble } from "../parts/trouble.js";

/** What it shows. */
export interface FileContentView {
  readonly n: number;
  readonly path: string;
  readonly size: number;
  readonly damaged: boolean;
  readonly reader: CheckpointReader;
}

/** A file's bytes, and what they are. */
interface Content {
  readonly bytes: Uint8Array;
  readonly shape: Shape;
  /** Where an image is shown from. */
  readonly url: string | null;
}

/** Text, which is shown as code. */
type TextContent = Content & { readonly shape: Extract<Shape, { readonly kind: "text" }> };

/** A text of more bytes is not shown. */
const MOST_TEXT = 2 * 1024 * 1024;
/** A file of more bytes is not even read to be shown. */
const MOST_READ = 20 * 1024 * 1024;

export class FileContent extends HTMLElement {
  readonly #loading = new Loading<Content>(() => this.#draw());
  readonly #place = new CodePlace<TextContent>(this, (code, place, { shape }) => {
    const path = this.#view?.path ?? "";
    return code.showText(place, { path, name: path, text: shape.text });
  });
  #view: FileContentView | null = null;

  show(view: FileContentView): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || before.n !== view.n || before.path !== view.path) {
      this.#read();
    }
    this.#draw();
  }

  connectedCallback(): void {
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#place.close();
  }

  #read(): void {
    const view = this.#view;
    if (view !== null && !view.damaged && view.size <= MOST_READ) {
      void this.#loading.read(async () => {
        const bytes = await view.reader.read(view.n, view.path);
        const shape = shapeOf(view.path, bytes);
        const url =
          shape.kind === "image" ? URL.createObjectURL(new Blob([bytes.slice()], { type: shape.type })) : null;
        return { bytes, shape, url };
      }, "forget");
    }
  }

  #draw(): void {
    if (this.#view === null) {
      return;
    }
    const { loaded } = this.#loading;
    render(this.#body(this.#view), this);
    const content = loaded.state === "there" ? loaded.value : null;
    this.#place.show(content !== null && isText(content) && content.bytes.length <= MOST_TEXT ? content : null);
  }

  #body(view: FileContentView): TemplateResult {
    if (view.damaged) {
      return html`<p class="quiet-text said">${words.damagedFile}</p>`;
    }
    return html`${view.size > MOST_READ ? said(words.tooLarge) : this.#content(view)}
      <div class="keep">
        <button
          type="button"
          class="quiet"
          aria-label=${`${words.download} ${view.path}`}
          @click=${() => void this.#download(view)}
        >
          ${words.download}
        </button>
      </div>`;
  }

  #content(view: FileContentView): TemplateResult {
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
    const { shape, url, bytes } = loaded.value;
    switch (shape.kind) {
      case "empty":
        return said(words.emptyFile);
      case "binary":
        return said(words.binaryFile);
      case "image":
        return html`<div class="image"><img src=${url ?? nothing} alt=${fileName(view.path)} /></div>`;
      case "text":
        return bytes.length > MOST_TEXT
          ? said(words.tooLarge)
          : html`${shape.exact ? nothing : said(words.notUtf8)}
              <div class="code"></div>`;
    }
  }

  async #download(view: FileContentView): Promise<void> {
    const { loaded } = this.#loading;
    try {
      const bytes = loaded.state === "there" ? loaded.value.bytes : await view.reader.read(view.n, view.path);
      download(fileName(view.path), bytes);
    } catch (thrown) {
      await this.#loading.read(() => Promise.reject(thrown), "forget");
    }
  }
}

function isText(content: Content): content is TextContent {
  return content.shape.kind === "text";
}

function said(text: string): TemplateResult {
  return html`<p class="quiet-text said">${text}</p>`;
}

customElements.define("file-content", FileContent);
