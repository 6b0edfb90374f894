// A workspace in memory: for pages without a file system of their own, and for tests.

import { bytesOf, entriesOf } from "./contents.js";
import type { FileMap, FileMode, Workspace, WorkspaceEntry } from "./types.js";

/** Names what the package alone may ask: a file's own bytes, which nobody may change. */
export const uncopied: unique symbol = Symbol("uncopied");

interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly version: number;
  readonly mode: FileMode;
}

/** Files in a map, as strict as a disk: a file cannot stand where a folder is, nor a folder where a file is. */
export class MemoryWorkspace implements Workspace {
  readonly #files = new Map<string, MemoryFile>();
  /** How many files are in each folder, at any depth. */
  readonly #folders = new Map<string, number>();
  #version = 0;

  constructor(files: FileMap = {}) {
    for (const [path, content] of entriesOf(files)) {
      this.write(path, bytesOf(content));
    }
  }

  list(): WorkspaceEntry[] {
    return Array.from(this.#files, ([path, { bytes, version, mode }]) => ({ path, size: bytes.length, version, mode }));
  }

  /** A copy, so that nothing changes in here without a new version. */
  read(path: string): Uint8Array {
    return this[uncopied](path).slice();
  }

  /** @internal The bytes themselves: a new version has other ones. */
  [uncopied](path: string): Uint8Array {
    const file = this.#files.get(path);
    if (file === undefined) {
      throw new Error("There is no such file.");
    }
    return file.bytes;
  }

  /** Without a mode, a file keeps the one it has. */
  write(path: string, bytes: Uint8Array | string, options: { readonly mode?: FileMode } = {}): void {
    const before = this.#files.get(path);
    if (before === undefined) {
      this.#enter(path);
    }
    const mode = options.mode ?? before?.mode ?? "regular";
    this.#files.set(path, { bytes: bytesOf(bytes).slice(), version: ++this.#version, mode });
  }

  remove(path: string): void {
    if (!this.#files.delete(path)) {
      throw new Error("There is no such file.");
    }
    for (const folder of foldersAbove(path)) {
      const left = (this.#folders.get(folder) ?? 1) - 1;
      if (left === 0) {
        this.#folders.delete(folder);
      } else {
        this.#folders.set(folder, left);
      }
    }
  }

  /** Whether there is such a file. */
  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The paths of all files, sorted. */
  paths(): string[] {
    return [...this.#files.keys()].sort();
  }

  #enter(path: string): void {
    if (this.#folders.has(path)) {
      throw new Error("A folder of this name stands there.");
    }
    const folders = foldersAbove(path);
    if (folders.some((folder) => this.#files.has(folder))) {
      throw new Error("A file stands where its folder should be.");
    }
    for (const folder of folders) {
      this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + 1);
    }
  }
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}
