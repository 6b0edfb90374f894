// A draft's files in memory, as the shell uses them.

import type { ShellFiles, ShellFilesChange } from "../src/shell/shell-files.js";

/** Files in memory that tell of their changes. `failing`: paths that cannot be written. */
export class MemoryFiles implements ShellFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly executable = new Set<string>();
  readonly failing = new Set<string>();
  readonly texts = new Map<string, Uint8Array>();
  readonly writes: string[] = [];
  readonly #listeners = new Set<(change: ShellFilesChange) => void>();

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    for (const [path, content] of Object.entries(files)) {
      this.files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
  }

  list(): { path: string; size: number }[] {
    return Array.from(this.files, ([path, { length }]) => ({ path, size: length }));
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  async read(path: string): Promise<Uint8Array> {
    const bytes = this.files.get(path);
    if (bytes === undefined) {
      throw new Error("There is no such file.");
    }
    return bytes.slice();
  }

  modeOf(path: string): "regular" | "executable" {
    return this.executable.has(path) ? "executable" : "regular";
  }

  async write(
    path: string,
    bytes: Uint8Array,
    _by?: string,
    { mode }: Parameters<ShellFiles["write"]>[3] = {},
  ): Promise<void> {
    if (this.failing.has(path)) {
      throw new Error("The disk is full.");
    }
    this.writes.push(path);
    this.files.set(path, bytes.slice());
    if (mode === "executable") {
      this.executable.add(path);
    } else if (mode === "regular") {
      this.executable.delete(path);
    }
    this.#tell(path);
  }

  async remove(path: string): Promise<void> {
    this.files.delete(path);
    this.executable.delete(path);
    this.#tell(path);
  }

  unsaved(): ReadonlyMap<string, Uint8Array> {
    return this.texts;
  }

  onChange(listener: (change: ShellFilesChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  together<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  text(path: string): string {
    return new TextDecoder().decode(this.files.get(path));
  }

  #tell(path: string): void {
    this.#listeners.forEach((listener) => listener({ paths: [path] }));
  }
}
