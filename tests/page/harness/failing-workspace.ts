// A workspace whose disk can be made to fail in the middle of a restore.

import {
  type DirectFiles,
  type FileMode,
  type MemoryWorkspace,
  OpfsWorkspace,
  type Workspace,
  type WorkspaceEntry,
} from "knowngood";

export class FailingWorkspace implements Workspace {
  /** Writes and removals that still work; `null`: all. */
  left: number | null = null;
  readonly #files: MemoryWorkspace | OpfsWorkspace;

  constructor(files: MemoryWorkspace | OpfsWorkspace) {
    this.#files = files;
  }

  /** A history in a worker goes to files in OPFS by itself: there nothing fails. */
  get direct(): DirectFiles | undefined {
    return this.#files instanceof OpfsWorkspace ? this.#files.direct : undefined;
  }

  async list(): Promise<WorkspaceEntry[]> {
    return this.#files.list();
  }

  async read(path: string): Promise<Uint8Array> {
    return this.#files.read(path);
  }

  async write(path: string, bytes: Uint8Array, options: { readonly mode: FileMode }): Promise<void> {
    this.#use();
    await this.#files.write(path, bytes, options);
  }

  async remove(path: string): Promise<void> {
    this.#use();
    await this.#files.remove(path);
  }

  #use(): void {
    if (this.left === 0) {
      throw new Error("The disk failed.");
    }
    if (this.left !== null) {
      this.left -= 1;
    }
  }
}
