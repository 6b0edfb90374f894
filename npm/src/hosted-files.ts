// A workspace of the browser's own file system, as the page calls it in the worker: few messages, small ones.

import { transfer } from "comlink";
import { sentenceOf } from "./errors.js";
import { errorName } from "./opfs-errors.js";
import type { OpfsNote } from "./opfs-notes.js";
import { type FilledFile, openOpfsWorkspace, type OpfsWorkspace } from "./opfs-workspace.js";
import { buffersOf, pack, type Packed } from "./packed.js";
import { splitPaths } from "./paths.js";
import type { RawListing, RawWorkspace } from "./raw.js";
import type { FileMode } from "./types.js";
import { rawWorkspace, readMany } from "./workspace-adapter.js";

/** What a call gave: an error crosses as what the browser called it and the sentence for it. */
export type Answer<T> = { readonly value: T } | { readonly failure: string; readonly name: string };

/** One open workspace of a worker. */
export class HostedFiles {
  #opened: { readonly files: OpfsWorkspace; readonly raw: RawWorkspace } | undefined;

  /** Before anything else. */
  open(name: string): Promise<Answer<void>> {
    return answer(async () => {
      const files = await openOpfsWorkspace(name);
      this.#opened = { files, raw: rawWorkspace(files) };
    });
  }

  async list(): Promise<Answer<RawListing>> {
    const listed = await answer(() => this.#open.raw.list());
    return "value" in listed ? transfer(listed, [listed.value.sizes.buffer, listed.value.modes.buffer]) : listed;
  }

  async read(path: string): Promise<Answer<Uint8Array>> {
    const read = await answer(() => this.#open.files.read(path));
    return "value" in read ? transfer(read, [read.value.buffer]) : read;
  }

  /** For each path its bytes, or a sentence why it cannot be read. */
  async readMany(paths: string): Promise<Packed> {
    const packed = pack(await readMany(this.#open.files, splitPaths(paths)));
    return transfer(packed, buffersOf(packed));
  }

  write(path: string, bytes: Uint8Array, mode: FileMode | undefined): Promise<Answer<void>> {
    return answer(() => this.#open.files.write(path, bytes, mode === undefined ? {} : { mode }));
  }

  remove(path: string): Promise<Answer<void>> {
    return answer(() => this.#open.files.remove(path));
  }

  fill(files: readonly FilledFile[]): Promise<Answer<(number | null)[]>> {
    return answer(() => this.#open.files.fill(files));
  }

  listNotes(): Promise<Answer<OpfsNote[]>> {
    return answer(async () => (await this.#open.files.notes?.list()) ?? []);
  }

  readNote(name: string): Promise<Answer<Uint8Array | null>> {
    return answer(async () => (await this.#open.files.notes?.read(name)) ?? null);
  }

  writeNote(name: string, bytes: Uint8Array): Promise<Answer<void>> {
    return answer(async () => this.#open.files.notes?.write(name, bytes));
  }

  removeNote(name: string): Promise<Answer<void>> {
    return answer(async () => this.#open.files.notes?.remove(name));
  }

  get #open(): { readonly files: OpfsWorkspace; readonly raw: RawWorkspace } {
    if (this.#opened === undefined) {
      throw new Error("The workspace is used before it is opened.");
    }
    return this.#opened;
  }
}

/** What the browser itself threw: on its way it may have become a sentence more than once. */
function firstCause(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause !== undefined ? firstCause(thrown.cause) : thrown;
}

/** Does `work`; what it fails with becomes a part of the answer. */
async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() };
  } catch (thrown) {
    return { failure: sentenceOf(thrown), name: errorName(firstCause(thrown)) };
  }
}
