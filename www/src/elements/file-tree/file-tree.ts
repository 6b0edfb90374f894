// The tree of files. Only what is open is in the page, so that 10,000 files cost no more than ten.

import { button, emit, make } from "../../dom.js";
import type { FileEntry } from "../../files/draft-files.js";
import { FolderModel } from "../../files/folder-model.js";
import { filesWords as words } from "../../words/files.js";
import "./file-tree.css";

/** What the tree is given. */
export interface FileTreeData {
  /** Sorted by path. */
  readonly files: readonly FileEntry[];
  readonly active: string | null;
  readonly unsaved: ReadonlySet<string>;
}

/** A folder shows this many of its files, and then as many again. */
const AT_ONCE = 300;

/** Tells: `open-file` {path}, `new-file` {folder}, `rename-file` {path}, `remove-file` {path}. */
export class FileTree extends HTMLElement {
  readonly #tree = make("ul", { role: "tree", ariaLabel: words.label, className: "tree" });
  readonly #open = new Set<string>([""]);
  /** How many files of a folder are shown. */
  readonly #limits = new Map<string, number>();
  #model = new FolderModel([]);
  #data: FileTreeData = { files: [], active: null, unsaved: new Set() };
  /** The row that Tab comes to. */
  #focused: string | null = null;

  connectedCallback(): void {
    if (this.childElementCount > 0) {
      return;
    }
    const rename = button(words.rename, () => this.#onFile("rename-file"), { className: "quiet" });
    const remove = button(words.remove, () => this.#onFile("remove-file"), { className: "quiet" });
    this.append(
      make(
        "div",
        { className: "tree-tools" },
        button(words.newFile, () => emit(this, "new-file", { folder: this.#folder() }), { className: "quiet" }),
        rename,
        remove,
      ),
      this.#tree,
    );
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    // However the focus comes to a row, it is that row which F2 and Delete are about.
    this.#tree.addEventListener("focusin", (event) => this.#stopAt(rowOf(event)));
    this.#tree.addEventListener("click", (event) => this.#click(event));
  }

  show(data: FileTreeData): void {
    const before = this.#data;
    this.#data = data;
    if (data.files !== before.files) {
      this.#model = new FolderModel(data.files);
    }
    if (data.active !== before.active && data.active !== null) {
      this.#reveal(data.active);
    }
    if (data.files !== before.files || data.active !== before.active || !sameSet(data.unsaved, before.unsaved)) {
      this.#draw();
    }
  }

  #reveal(path: string): void {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      this.#open.add(path.slice(0, slash + 1));
    }
    this.#focused = path;
  }

  #draw(): void {
    const hadFocus = this.#tree.contains(document.activeElement);
    const rows = this.#rows("", 1);
    this.#tree.replaceChildren(...rows);
    if (rows.length === 0) {
      // A tree without a single row would be announced as broken.
      this.#tree.replaceChildren(make("li", { role: "treeitem", className: "tree-none" }, words.none));
    }
    const items = this.#items();
    const stop = items.find((item) => item.dataset["path"] === this.#focused) ?? items[0];
    for (const item of items) {
      item.tabIndex = item === stop ? 0 : -1;
    }
    if (hadFocus) {
      stop?.focus();
    }
  }

  #rows(prefix: string, level: number): HTMLElement[] {
    const { folders, files } = this.#model.folder(prefix);
    const limit = this.#limits.get(prefix) ?? AT_ONCE;
    const rows = folders.flatMap((path) => {
      const open = this.#open.has(path);
      const row = this.#row(path, path.slice(prefix.length, -1), level);
      row.ariaExpanded = String(open);
      row.classList.add("tree-folder");
      return open ? [row, ...this.#rows(path, level + 1)] : [row];
    });
    for (const path of files.slice(0, limit)) {
      const row = this.#row(path, path.slice(prefix.length), level);
      const active = path === this.#data.active;
      row.ariaSelected = String(active);
      row.classList.toggle("active", active);
      if (this.#data.unsaved.has(path)) {
        row.classList.add("unsaved");
        row.append(make("span", { className: "visually-hidden" }, `, ${words.unsaved}`));
      }
      rows.push(row);
    }
    if (files.length > limit) {
      const more = this.#row(`${prefix}\0`, words.more(files.length - limit), level);
      more.classList.add("tree-more");
      rows.push(more);
    }
    return rows;
  }

  #row(path: string, name: string, level: number): HTMLElement {
    const row = make("li", { role: "treeitem", className: "tree-row", title: path.replace("\0", "") });
    row.append(make("span", { className: "tree-name" }, name));
    row.dataset["path"] = path;
    row.ariaLevel = String(level);
    row.style.setProperty("--level", String(level));
    return row;
  }

  #items(): HTMLElement[] {
    return [...this.#tree.querySelectorAll<HTMLElement>(".tree-row")];
  }

  #click(event: Event): void {
    const row = rowOf(event);
    if (row !== null) {
      this.#stopAt(row);
      row.focus();
      this.#act(row);
    }
  }

  #act(row: HTMLElement): void {
    const path = row.dataset["path"] ?? "";
    if (path.endsWith("\0")) {
      const folder = path.slice(0, -1);
      this.#limits.set(folder, (this.#limits.get(folder) ?? AT_ONCE) + AT_ONCE);
      this.#draw();
    } else if (path.endsWith("/")) {
      this.#setOpen(path, !this.#open.has(path));
    } else {
      emit(this, "open-file", { path });
    }
  }

  #setOpen(path: string, open: boolean): void {
    if (open) {
      this.#open.add(path);
    } else {
      this.#open.delete(path);
    }
    this.#draw();
  }

  #key(event: KeyboardEvent): void {
    const items = this.#items();
    const at = items.findIndex((item) => item === document.activeElement);
    const row = items[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const path = row.dataset["path"] ?? "";
    const folder = path.endsWith("/");
    const open = this.#open.has(path);
    const move = (to: HTMLElement | undefined): void => {
      to?.focus();
    };
    switch (event.key) {
      case "ArrowDown":
        move(items[at + 1]);
        break;
      case "ArrowUp":
        move(items[at - 1]);
        break;
      case "Home":
        move(items[0]);
        break;
      case "End":
        move(items.at(-1));
        break;
      case "ArrowRight":
        if (folder && !open) {
          this.#setOpen(path, true);
        } else if (folder) {
          move(items[at + 1]);
        }
        break;
      case "ArrowLeft":
        if (folder && open) {
          this.#setOpen(path, false);
        } else {
          const parent = path.replace(/[^/]*\/?$/, "");
          move(items.find((item) => item.dataset["path"] === parent));
        }
        break;
      case "Enter":
      case " ":
        this.#act(row);
        break;
      case "F2":
        this.#onFile("rename-file");
        break;
      case "Delete":
        this.#onFile("remove-file");
        break;
      default:
        if (event.key.length !== 1) {
          return;
        }
        move(startingWith(items, at, event.key));
    }
    event.preventDefault();
  }

  /** Tab leads to this row. */
  #stopAt(row: HTMLElement | null): void {
    if (row !== null) {
      for (const item of this.#items()) {
        item.tabIndex = item === row ? 0 : -1;
      }
      this.#focused = row.dataset["path"] ?? null;
    }
  }

  #onFile(name: "rename-file" | "remove-file"): void {
    const path = this.#focused ?? this.#data.active;
    // Folders are no files, nor is what was deleted meanwhile.
    if (path !== null && this.#data.files.some((file) => file.path === path)) {
      emit(this, name, { path });
    }
  }

  /** The folder that a new file goes to. */
  #folder(): string {
    return (this.#focused ?? this.#data.active ?? "").replace(/[^/]*$/, "");
  }
}

function rowOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(".tree-row") : null;
}

function startingWith(items: readonly HTMLElement[], after: number, letter: string): HTMLElement | undefined {
  const wanted = letter.toLowerCase();
  const starts = (item: HTMLElement): boolean => item.textContent?.toLowerCase().startsWith(wanted) ?? false;
  return items.slice(after + 1).find(starts) ?? items.slice(0, after).find(starts);
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((path) => b.has(path));
}

customElements.define("file-tree", FileTree);
