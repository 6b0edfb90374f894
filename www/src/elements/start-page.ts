// The first page: the drafts of this browser, and how to begin one. Tells `begin` ({ name, files, label }).

import { button, emit, make } from "../dom.js";
import { directoryPicker, type OpenedFolder, readDirectory, readFileList } from "../folder.js";
import { draftPath, go } from "../route.js";
import { template } from "../template.js";
import { count, size } from "../words.js";

/** What a new draft begins with. */
export interface Beginning {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  readonly label: string;
}

/** A draft as this page lists it. */
export interface Listed {
  readonly id: string;
  readonly checkpoints: number;
  readonly bytes: number;
}

export class StartPage extends HTMLElement {
  readonly #status = make("p", { className: "quiet", role: "status" });
  readonly #drafts = make("section", {});

  connectedCallback(): void {
    document.title = "knowngood";
    const begin = make(
      "section",
      { className: "line" },
      ...this.#folderButtons(),
      button("Start from a template", () => this.#template(), { id: "template" }),
    );
    this.replaceChildren(
      make("header", {}, make("h1", {}, "knowngood")),
      make("p", {}, "Checkpoints of your project, kept in this browser, and a way back to the last one that worked."),
      begin,
      this.#status,
      this.#drafts,
    );
  }

  /** Draws the drafts, or why there are none. */
  show(drafts: readonly Listed[], trouble: string | null): void {
    const items = drafts.map(({ id, checkpoints, bytes }) => {
      const link = make("a", { href: draftPath(id) }, id);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        go(draftPath(id));
      });
      return make(
        "li",
        {},
        link,
        make("span", { className: "quiet" }, ` ${count(checkpoints, "checkpoint")}, ${size(bytes)}`),
      );
    });
    this.#drafts.replaceChildren(
      ...(trouble === null ? [] : [make("p", { className: "note" }, trouble)]),
      ...(items.length === 0 ? [] : [make("h2", {}, "Drafts in this browser"), make("ul", {}, ...items)]),
    );
  }

  #template(): void {
    emit(this, "begin", {
      name: "tea-timer",
      files: new Map(Object.entries(template)),
      label: "Template: tea timer",
    } satisfies Beginning);
  }

  #folderButtons(): HTMLElement[] {
    const input = make("input", { type: "file", webkitdirectory: true, hidden: true, id: "folder" });
    input.addEventListener("change", () => {
      const { files } = input;
      if (files !== null && files.length > 0) {
        void this.#read(() => readFileList(files, (read) => this.#progress(read)));
      }
    });
    const pick = directoryPicker();
    const open = button("Open a folder", () => {
      if (pick === undefined) {
        input.click();
      } else {
        void this.#read(async () => readDirectory(await pick(), (read) => this.#progress(read)));
      }
    });
    open.className = "main";
    return [open, input];
  }

  async #read(work: () => Promise<OpenedFolder>): Promise<void> {
    try {
      const { name, files, skipped } = await work();
      const without = skipped === 0 ? "" : " (without .git and node_modules)";
      emit(this, "begin", { name, files, label: `Folder ${name}${without}` } satisfies Beginning);
    } catch (thrown) {
      const cancelled = thrown instanceof DOMException && thrown.name === "AbortError";
      this.#status.textContent = cancelled ? "" : `The folder could not be read: ${String(thrown)}`;
    }
  }

  #progress(read: number): void {
    if (read % 100 === 0) {
      this.#status.textContent = `Reading… ${count(read, "file")}`;
    }
  }
}

customElements.define("start-page", StartPage);
