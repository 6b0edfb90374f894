// What a command has written and not handed over yet. Held back until it ends, so that a file is never half written.

/** How a file is to be. */
export interface PendingFile {
  readonly bytes: Uint8Array;
  /** `null`: the mode that it has. */
  readonly executable: boolean | null;
}

/** Changes by path; `null`: removed. */
export class DraftChanges {
  #files = new Map<string, PendingFile | null>();

  get(path: string): PendingFile | null | undefined {
    return this.#files.get(path);
  }

  write(path: string, bytes: Uint8Array, executable?: boolean): void {
    const before = this.#files.get(path);
    this.#files.set(path, { bytes, executable: executable ?? before?.executable ?? null });
  }

  remove(path: string): void {
    this.#files.set(path, null);
  }

  /**
   * Takes those out that may be seen while the command still runs. A file that is empty or gone may be so
   * for a moment only: `sort x > y` empties y first, and a move takes the old file away.
   */
  takeSettled(): ReadonlyMap<string, PendingFile | null> {
    const settled = new Map([...this.#files].filter(([, file]) => file !== null && file.bytes.length > 0));
    for (const path of settled.keys()) {
      this.#files.delete(path);
    }
    return settled;
  }

  /** Takes all of them out. */
  take(): ReadonlyMap<string, PendingFile | null> {
    const taken = this.#files;
    this.#files = new Map();
    return taken;
  }
}
