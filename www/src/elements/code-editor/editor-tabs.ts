// The row of open files.

import { button, emit, make } from "../../dom.js";
import { editorWords as words } from "../../words/editor.js";

/** What the row is given. */
export interface EditorTabsData {
  readonly paths: readonly string[];
  readonly active: string | null;
  readonly unsaved: ReadonlySet<string>;
}

/** A list of buttons rather than ARIA tabs, since each file has a second button that closes it. */
export class EditorTabs extends HTMLElement {
  readonly #list = make("ul", { className: "editor-tabs", ariaLabel: words.openFiles });
  #drawn = "";

  connectedCallback(): void {
    this.append(this.#list);
  }

  show({ paths, active, unsaved }: EditorTabsData): void {
    const drawn = JSON.stringify([paths, active, paths.map((path) => unsaved.has(path))]);
    if (drawn === this.#drawn) {
      return;
    }
    this.#drawn = drawn;
    const focused = this.#list.querySelector<HTMLElement>(":focus")?.title;
    const names = namesOf(paths);
    this.hidden = paths.length === 0;
    this.#list.replaceChildren(
      ...paths.map((path, at) => this.#tab(path, names[at] ?? path, path === active, unsaved.has(path))),
    );
    if (focused !== undefined) {
      const all = [...this.#list.querySelectorAll<HTMLElement>("button")];
      // After a file was closed, its own button is gone.
      (all.find(({ title }) => title === focused) ?? this.#list.querySelector<HTMLElement>(".active button"))?.focus();
    }
    this.#list.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  override focus(): void {
    this.#list.querySelector("button")?.focus();
  }

  #tab(path: string, name: string, active: boolean, unsaved: boolean): HTMLElement {
    const open = button(name, () => emit(this, "activate", { path }), {
      className: "quiet",
      title: path,
      ariaLabel: words.tab(path, unsaved),
    });
    if (active) {
      open.setAttribute("aria-current", "true");
    }
    const close = button("", () => emit(this, "close-file", { path }), {
      className: "quiet icon editor-close",
      title: words.close(path),
      ariaLabel: words.close(path),
    });
    return make("li", { className: `editor-tab${active ? " active" : ""}${unsaved ? " unsaved" : ""}` }, open, close);
  }
}

/** File names; with their folder where two are the same. */
function namesOf(paths: readonly string[]): string[] {
  const last = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  return paths.map((path, at) => {
    const name = last[at] ?? path;
    return last.filter((other) => other === name).length > 1 ? path.split("/").slice(-2).join("/") : name;
  });
}

customElements.define("editor-tabs", EditorTabs);
