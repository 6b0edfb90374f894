// The files and a plain editor. Tells `open` (a path), `type` (the text) and `save`.

import { button, emit, make } from "../dom.js";
import type { View } from "../view.js";

/** Files shown at once; the filter finds the others. */
const SHOWN = 300;

export class FileEditor extends HTMLElement {
  #paths: readonly string[] = [];
  #openPath: string | null = null;
  readonly #filter = make("input", { type: "search", placeholder: "Find a file", ariaLabel: "Find a file" });
  readonly #list = make("ul", { className: "files" });
  readonly #title = make("h2", {});
  readonly #text = make("textarea", { spellcheck: false, ariaLabel: "Text of the file", wrap: "off" });
  readonly #unshown = make("p", { className: "quiet" });
  readonly #save = button("Save", () => emit(this, "save"), { id: "save" });

  connectedCallback(): void {
    this.#filter.addEventListener("input", () => this.#draw());
    this.#text.addEventListener("input", () => emit(this, "type", this.#text.value));
    this.#text.addEventListener("keydown", (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        emit(this, "save");
      }
    });
    const bar = make("div", { className: "line" }, this.#title, this.#save);
    this.replaceChildren(
      make("nav", { ariaLabel: "Files" }, this.#filter, this.#list),
      make("div", { className: "text" }, bar, this.#unshown, this.#text),
    );
  }

  /** Draws the files and the one that is open. */
  show({ paths, opened, busy }: View): void {
    if (paths !== this.#paths || opened?.path !== this.#openPath) {
      this.#paths = paths;
      this.#openPath = opened?.path ?? null;
      this.#draw();
    }
    const file = opened?.file;
    this.#title.textContent = opened?.path ?? "Choose a file";
    this.#text.hidden = file?.kind !== "text";
    this.#save.hidden = file?.kind !== "text";
    this.#save.disabled = busy !== null;
    this.#unshown.textContent = file?.kind === "unshown" ? file.why : "";
  }

  /** Puts the file's text into the field, unless that is what it holds. */
  fill(text: string): void {
    if (this.#text.value !== text) {
      this.#text.value = text;
    }
  }

  #draw(): void {
    const wanted = this.#filter.value.toLowerCase();
    const found = this.#paths.filter((path) => path.toLowerCase().includes(wanted));
    const items = found.slice(0, SHOWN).map((path) => {
      const open = button(path, () => emit(this, "open", path));
      open.ariaCurrent = path === this.#openPath ? "true" : null;
      return make("li", {}, open);
    });
    if (found.length > SHOWN) {
      items.push(make("li", { className: "quiet" }, `+${found.length - SHOWN} more`));
    }
    this.#list.replaceChildren(...items);
  }
}

customElements.define("file-editor", FileEditor);
