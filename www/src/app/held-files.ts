// The files of a checkpoint for a build: each is read when it is asked for, and kept for the next build, which shares
// nearly all of them.

import type { SourceFiles } from "../build/source-files.js";
import type { Draft, HeldFile } from "../history.js";

/** What is kept of what was read. More than a build of a large app reads. */
const KEPT_BYTES = 32_000_000;

/** A checkpoint's files. */
export interface Held extends SourceFiles {
  /** Same files, same key. */
  readonly key: string;
}

/** The files of one draft's checkpoints. */
export class HeldFiles {
  readonly #draft: Draft;
  /** Bytes by the name of their content, the longest unused first. */
  readonly #known = new Map<string, Uint8Array>();
  #knownBytes = 0;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** The files of checkpoint `n`. */
  async open(n: number): Promise<Held> {
    const held = await this.#draft.files(n);
    const byPath = new Map(held.map((file) => [file.path, file]));
    return {
      key: held.map(({ path, blob }) => `${path}\0${blob}`).join("\0"),
      paths: new Set(byPath.keys()),
      read: (path) => this.#read(n, path, byPath.get(path)),
    };
  }

  async #read(n: number, path: string, file: HeldFile | undefined): Promise<Uint8Array> {
    const known = file === undefined ? undefined : this.#known.get(file.blob);
    const bytes = known ?? (await this.#draft.read(n, path));
    if (file !== undefined) {
      this.#keep(file.blob, bytes);
    }
    return bytes;
  }

  #keep(blob: string, bytes: Uint8Array): void {
    if (this.#known.delete(blob)) {
      this.#knownBytes -= bytes.length;
    }
    this.#known.set(blob, bytes);
    this.#knownBytes += bytes.length;
    for (const [oldest, { length }] of this.#known) {
      if (this.#knownBytes <= KEPT_BYTES) {
        break;
      }
      this.#known.delete(oldest);
      this.#knownBytes -= length;
    }
  }
}
