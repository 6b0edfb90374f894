// Reads all files of a checkpoint, and keeps those of the last one, since the next shares nearly all of them.

import type { Draft } from "../history.js";

/** Reads that are under way at the same time. */
const READ_AT_ONCE = 32;

/** All files of a checkpoint. */
export interface Held {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Same files, same key. */
  readonly key: string;
}

/** The files of one draft's checkpoints. */
export class HeldFiles {
  readonly #draft: Draft;
  /** Bytes by the name of their content. */
  #last: ReadonlyMap<string, Uint8Array> = new Map();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Every file of checkpoint `n`. */
  async read(n: number, signal: AbortSignal): Promise<Held> {
    const held = await this.#draft.files(n);
    const blobs = new Map<string, Uint8Array>();
    const files = new Map<string, Uint8Array>();
    for (let at = 0; at < held.length; at += READ_AT_ONCE) {
      signal.throwIfAborted();
      const group = held.slice(at, at + READ_AT_ONCE);
      const contents = await Promise.all(
        group.map(({ path, blob }) => this.#last.get(blob) ?? this.#draft.read(n, path)),
      );
      for (const [index, { path, blob }] of group.entries()) {
        const bytes = contents[index] ?? new Uint8Array();
        blobs.set(blob, bytes);
        files.set(path, bytes);
      }
    }
    this.#last = blobs;
    return { files, key: held.map(({ path, blob }) => `${path}\0${blob}`).join("\0") };
  }
}
