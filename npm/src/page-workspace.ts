// The page's end of a workspace that a worker uses: few messages, each for many files.

import { transfer } from "comlink";
import { buffersOf, pack, type Packed, unpack } from "./packed.js";
import { splitPaths } from "./paths.js";
import type { RawListing, RawUnsaved, RawWorkspace } from "./raw.js";
import type { Workspace, WrittenFile } from "./types.js";
import { rawWorkspace, readMany, reasonOf } from "./workspace-adapter.js";

/** Files of one answer: few enough that packing them holds the page up for less than a frame. */
const FILES_AT_ONCE = 128;
/** A group of files after which the answer goes out: about what is packed in 2 ms. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Files to write, in one message. */
export interface WriteBatch {
  /** Joined by NUL. */
  readonly paths: string;
  readonly contents: Packed;
  readonly modes: Uint8Array<ArrayBuffer>;
}

/** What the worker calls. */
export class PageWorkspace {
  readonly #workspace: Workspace;
  readonly #raw: RawWorkspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#raw = rawWorkspace(workspace);
  }

  /** The whole listing in one message. */
  async list(): Promise<RawListing> {
    const listing = await this.#raw.list();
    const { sizes, versions, modes } = listing;
    const buffers = [sizes.buffer, modes.buffer];
    return transfer(listing, versions instanceof Float64Array ? [...buffers, versions.buffer] : buffers);
  }

  /** Reads the first of these files: as many as one answer should hold, at least one. The caller asks for the rest. */
  async readSome(paths: string): Promise<Packed> {
    const wanted = splitPaths(paths).slice(0, FILES_AT_ONCE);
    const contents: (Uint8Array | string)[] = [];
    let bytes = 0;
    // In small groups, since nobody knows yet how large the files are.
    while (contents.length < wanted.length && bytes < BYTES_AT_ONCE) {
      const group = wanted.slice(contents.length, contents.length + 16);
      for (const content of await readMany(this.#workspace, group)) {
        bytes += content.length;
        contents.push(content);
      }
    }
    const packed = pack(contents);
    return transfer(packed, buffersOf(packed));
  }

  /** Writes files in order; for each the sentence why it failed, or `null`. */
  async writeMany({ paths, contents, modes }: WriteBatch): Promise<(string | null)[]> {
    const files = unpack(contents);
    const answers: (string | null)[] = [];
    for (const [at, path] of splitPaths(paths).entries()) {
      // A copy: a view would keep the whole message alive, or be changed under a host that keeps it.
      const bytes = (files[at] as Uint8Array).slice();
      answers.push(await failureOf(() => this.#raw.write(path, bytes, modes[at] ?? 0)));
    }
    return answers;
  }

  async remove(path: string): Promise<string | null> {
    return failureOf(() => this.#raw.remove(path));
  }

  async unsaved(): Promise<RawUnsaved> {
    return this.#raw.unsaved();
  }

  /** The worker has written or removed these files by itself. */
  written(files: readonly WrittenFile[]): void {
    this.#workspace.direct?.written?.(files);
  }

  /** The worker has read so many files by itself. */
  hasRead(files: number): void {
    this.#workspace.direct?.read?.(files);
  }
}

async function failureOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}
