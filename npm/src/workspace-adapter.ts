// A host's workspace as WebAssembly calls it: listings in columns, reads many at a time.

import { bytesOf, entriesOf, GONE, isGone } from "./contents.js";
import { sentenceOf } from "./errors.js";
import { mapLimited } from "./limited.js";
import { MemoryWorkspace, uncopied } from "./memory-workspace.js";
import { joinPaths, pathProblem, showable, splitPaths } from "./paths.js";
import type { RawListing, RawRefused, RawUnsaved, RawWorkspace } from "./raw.js";
import type { Workspace, WorkspaceEntry } from "./types.js";

/** Reads at a time: enough to keep a disk busy, few enough for a browser's limit on open files. */
const READS_AT_ONCE = 64;

/** Wraps a host's workspace. */
export function rawWorkspace(workspace: Workspace): RawWorkspace {
  const listings = new Listings();
  return {
    list: () => withReason(async () => listings.columns(await workspace.list())),
    readMany: (paths) => readMany(workspace, splitPaths(paths)),
    write: (path, bytes, mode) =>
      withReason(async () => workspace.write(path, bytes, { mode: mode === 1 ? "executable" : "regular" })),
    remove: (path) => withReason(async () => workspace.remove(path)),
    unsaved: () => withReason(() => unsaved(workspace)),
  };
}

/** For each path its bytes, or a sentence why it cannot be read. Who keeps them must not change them. */
export async function readMany(workspace: Workspace, paths: readonly string[]): Promise<(Uint8Array | string)[]> {
  const read =
    workspace instanceof MemoryWorkspace && workspace.read === MemoryWorkspace.prototype.read
      ? (path: string): Uint8Array => workspace[uncopied](path)
      : (path: string): Uint8Array | Promise<Uint8Array> => workspace.read(path);
  const contents: (Uint8Array | string)[] = [];
  // A workspace that answers at once is not waited for: thousands of promises cost more than the bytes.
  for (const path of paths) {
    const answer = attempt(read, path);
    if (isPromise(answer)) {
      const rest = paths.slice(contents.length);
      const settle = (next: string, at: number): Promise<Uint8Array | string> | Uint8Array | string =>
        at === 0 ? answer : attempt(read, next);
      const others = await mapLimited(rest, READS_AT_ONCE, async (next, at) => settle(next, at));
      return contents.concat(others).map(orGone);
    }
    contents.push(answer);
  }
  return contents.map(orGone);
}

// Asked last: what was read first may be transferred away while others are read.
function orGone(content: Uint8Array | string): Uint8Array | string {
  return isGone(content) ? GONE : content;
}

/** What `read` gives; a failure, now or later, as its reason. */
function attempt(
  read: (path: string) => Uint8Array | Promise<Uint8Array>,
  path: string,
): Uint8Array | string | Promise<Uint8Array | string> {
  try {
    const answer = read(path);
    return isPromise(answer) ? Promise.resolve(answer).catch(reasonOf) : answer;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as Partial<PromiseLike<Value>> | null)?.then === "function";
}

/** What a host's file system says, without a full stop: it goes into a sentence. */
export function reasonOf(thrown: unknown): string {
  return sentenceOf(thrown).replace(/[.\s]+$/, "");
}

async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new Error(reasonOf(thrown), { cause: thrown });
  }
}

async function unsaved(workspace: Workspace): Promise<RawUnsaved> {
  const entries = workspace.unsaved === undefined ? [] : entriesOf(await workspace.unsaved());
  return { paths: joinPaths(entries.map(([path]) => path)), contents: entries.map(([, text]) => bytesOf(text)) };
}

/** Turns listings into columns. The names of a draft hardly change from one listing to the next, so they are kept. */
class Listings {
  #paths: readonly string[] = [];
  #joined = "";

  columns(entries: readonly WorkspaceEntry[]): RawListing {
    if (!Array.isArray(entries)) {
      throw new Error("it gave no list of files");
    }
    const refused: RawRefused[] = [];
    let taken = entries;
    if (!this.#knows(entries)) {
      taken = entries.filter(({ path }) => isTaken(path, refused));
      this.#paths = taken.map((entry) => entry.path);
      this.#joined = this.#paths.join("\0");
    }
    const sizes = new Float64Array(taken.length);
    const modes = new Uint8Array(taken.length);
    taken.forEach(({ size, mode }, at) => {
      sizes[at] = size;
      modes[at] = mode === undefined ? 2 : mode === "executable" ? 1 : 0;
    });
    return { paths: this.#joined, sizes, versions: versions(taken), modes, refused };
  }

  #knows(entries: readonly WorkspaceEntry[]): boolean {
    const known = this.#paths;
    return entries.length === known.length && entries.every(({ path }, at) => path === known[at]);
  }
}

function isTaken(path: string, refused: RawRefused[]): boolean {
  // The empty path would look like no path at all once it is joined.
  const why = path === "" ? "the path is empty" : pathProblem(path);
  if (why !== null) {
    refused.push({ path: showable(path), why });
  }
  return why === null;
}

/** Half of a character cannot cross: such a version equals no other, and its file is read each time. */
const UNLIKE_ANY = "\ud800";

function versions(entries: readonly WorkspaceEntry[]): Float64Array | string[] {
  const numbers = new Float64Array(entries.length);
  const allNumbers = entries.every(({ version }, at) => {
    if (typeof version !== "number") {
      return false;
    }
    numbers[at] = version;
    return true;
  });
  if (allNumbers) {
    return numbers;
  }
  return entries.map(({ version }) => {
    const known = typeof version === "number" && !Number.isNaN(version) ? `#${version}` : version;
    return typeof known === "string" ? known : UNLIKE_ANY;
  });
}
