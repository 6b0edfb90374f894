// The worker's end of a workspace that lives in the page.

import { type Remote, transfer } from "comlink";
import { buffersOf, pack, unpack } from "./packed.js";
import type { PageWorkspace } from "./page-workspace.js";
import { splitPaths } from "./paths.js";
import type { RawListing, RawUnsaved, RawWorkspace } from "./raw.js";

/** Paths named in one question. The page answers for as many as fit one message. */
const PATHS_AT_ONCE = 128;

/** A write that waits for the message before it to be answered. */
interface Waiting {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly settle: (failure: string | null) => void;
}

/** The page's workspace, as WebAssembly in this worker calls it. */
export class RemoteWorkspace implements RawWorkspace {
  readonly #page: Remote<PageWorkspace>;
  #waiting: Waiting[] = [];
  #sending = false;

  constructor(page: Remote<PageWorkspace>) {
    this.#page = page;
  }

  async list(): Promise<RawListing> {
    return this.#page.list();
  }

  async readMany(paths: string): Promise<(Uint8Array | string)[]> {
    const wanted = splitPaths(paths);
    const contents: (Uint8Array | string)[] = [];
    while (contents.length < wanted.length) {
      const group = wanted.slice(contents.length, contents.length + PATHS_AT_ONCE);
      for (const content of unpack(await this.#page.readSome(group.join("\0")))) {
        contents.push(content);
      }
    }
    return contents;
  }

  write(path: string, bytes: Uint8Array, mode: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (failure: string | null): void => (failure === null ? resolve() : reject(new Error(failure)));
      this.#waiting.push({ path, bytes, mode, settle });
      if (!this.#sending) {
        this.#sending = true;
        // After this task's other writes, so that they cross together.
        queueMicrotask(() => void this.#send());
      }
    });
  }

  async remove(path: string): Promise<void> {
    const failure = await this.#page.remove(path);
    if (failure !== null) {
      throw new Error(failure);
    }
  }

  async unsaved(): Promise<RawUnsaved> {
    return this.#page.unsaved();
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const failures = await this.#writeMany(batch).catch((thrown: unknown) => batch.map(() => String(thrown)));
      batch.forEach(({ settle }, at) => settle(failures[at] ?? null));
    }
    this.#sending = false;
  }

  #writeMany(batch: readonly Waiting[]): Promise<(string | null)[]> {
    const contents = pack(batch.map(({ bytes }) => bytes));
    const modes = Uint8Array.from(batch, ({ mode }) => mode);
    const message = { paths: batch.map(({ path }) => path).join("\0"), contents, modes };
    return this.#page.writeMany(transfer(message, [...buffersOf(contents), modes.buffer]));
  }
}
