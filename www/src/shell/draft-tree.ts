// The shape of a draft: which files and folders there are, by name. Folders exist while they hold something, or were made in here.

/** Files by path, with the folders above them. `""` is the draft itself. */
export class DraftTree {
  readonly #files = new Map<string, number>();
  readonly #children = new Map<string, Set<string>>([["", new Set()]]);
  /** Folders that were made, or emptied, by the shell: they stay without a file in them. */
  readonly #kept = new Set<string>([""]);

  /** Every file, by path. */
  paths(): IterableIterator<string> {
    return this.#files.keys();
  }

  /** The size of a file; `undefined` where there is none. */
  sizeOf(path: string): number | undefined {
    return this.#files.get(path);
  }

  isFile(path: string): boolean {
    return this.#files.has(path);
  }

  isFolder(path: string): boolean {
    return this.#children.has(path);
  }

  /** The names in a folder, sorted; `undefined` where there is no folder. */
  namesIn(folder: string): readonly string[] | undefined {
    const names = this.#children.get(folder);
    return names === undefined ? undefined : [...names].sort();
  }

  /** Enters a file, with the folders above it. */
  setFile(path: string, size: number): void {
    this.#files.set(path, size);
    this.#enter(path);
  }

  /** Takes a file out. `folders`: whether those that it leaves empty stay. */
  removeFile(path: string, folders: "stay" | "go"): void {
    if (this.#files.delete(path)) {
      if (folders === "stay") {
        this.#kept.add(parentOf(path));
      }
      this.#leave(path);
    }
  }

  /** Makes a folder, with those above it. */
  makeFolder(path: string): void {
    this.#kept.add(path);
    if (!this.#children.has(path)) {
      this.#children.set(path, new Set());
      this.#enter(path);
    }
  }

  /** Takes an empty folder out; the one above stays. */
  removeFolder(path: string): void {
    if (path !== "") {
      this.#kept.delete(path);
      this.#kept.add(parentOf(path));
      this.#dropIfEmpty(path);
    }
  }

  /** Every file in a folder, at any depth. */
  filesBelow(folder: string): string[] {
    return [...(this.#children.get(folder) ?? [])].flatMap((name) => {
      const path = childOf(folder, name);
      return this.#files.has(path) ? [path] : this.filesBelow(path);
    });
  }

  /** Takes out all files that are not in `files`, and enters those that are. Folders made in here stay. */
  replaceFiles(files: Iterable<readonly [path: string, size: number]>): void {
    const wanted = new Map(files);
    for (const path of [...this.#files.keys()]) {
      if (!wanted.has(path)) {
        this.removeFile(path, "go");
      }
    }
    for (const [path, size] of wanted) {
      this.setFile(path, size);
    }
  }

  #enter(path: string): void {
    for (let at = path; at !== ""; at = parentOf(at)) {
      const parent = parentOf(at);
      const names = this.#children.get(parent);
      if (names !== undefined) {
        names.add(nameOf(at));
        return;
      }
      this.#children.set(parent, new Set([nameOf(at)]));
    }
  }

  #leave(path: string): void {
    const parent = parentOf(path);
    this.#children.get(parent)?.delete(nameOf(path));
    this.#dropIfEmpty(parent);
  }

  #dropIfEmpty(folder: string): void {
    if (this.#children.get(folder)?.size === 0 && !this.#kept.has(folder)) {
      this.#children.delete(folder);
      this.#leave(folder);
    }
  }
}

/** The folder above. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of `name` in `folder`. */
export function childOf(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
