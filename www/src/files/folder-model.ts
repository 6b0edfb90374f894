// Files as folders, for a tree that shows only what is open.

import type { FileEntry } from "./draft-files.js";

/** One folder: what is directly in it. Its own folders are made when they are asked for. */
export interface Folder {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** The folders of a sorted list of files. Each is worked out once, when it is first opened. */
export class FolderModel {
  readonly #paths: readonly string[];
  readonly #known = new Map<string, Folder>();

  constructor(files: readonly FileEntry[]) {
    this.#paths = files.map(({ path }) => path);
  }

  /** What is directly in the folder `prefix`, which is empty or ends in `/`. */
  folder(prefix: string): Folder {
    const known = this.#known.get(prefix);
    if (known !== undefined) {
      return known;
    }
    const folders = new Set<string>();
    const files: string[] = [];
    for (let at = this.#firstAtLeast(prefix); at < this.#paths.length; at += 1) {
      const path = this.#paths[at] ?? "";
      if (!path.startsWith(prefix)) {
        break;
      }
      const slash = path.indexOf("/", prefix.length);
      if (slash === -1) {
        files.push(path);
      } else {
        const inner = path.slice(0, slash + 1);
        folders.add(inner);
        // Everything below it comes right after: go past it.
        at = this.#firstAtLeast(`${path.slice(0, slash)}0`) - 1;
      }
    }
    const folder = { folders: [...folders].sort(byName), files: files.sort(byName) };
    this.#known.set(prefix, folder);
    return folder;
  }

  #firstAtLeast(wanted: string): number {
    let low = 0;
    let high = this.#paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#paths[middle] ?? "") < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

const collator = new Intl.Collator("en", { numeric: true });

function byName(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}
