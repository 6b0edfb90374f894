// The worker that the compiler runs in: nothing of a build is done on the page's own thread.

import { expose, transfer } from "comlink";
import { build, initialize } from "esbuild-wasm";
import { buildProject } from "./build-project.js";
import type { BuildOutcome } from "./outcome.js";

/** Gives the bytes of files, in the order of their paths; `null` for one that could not be read. */
export type ReadFiles = (paths: readonly string[]) => Promise<readonly (Uint8Array | null)[]>;

/** What the page calls in here. */
export interface BuildWorker {
  start(module: WebAssembly.Module): Promise<void>;
  build(paths: readonly string[], read: ReadFiles): Promise<BuildOutcome>;
}

const worker: BuildWorker = {
  // The compiler's own worker is not needed inside of one.
  start: (wasmModule) => initialize({ wasmModule, worker: false }),
  build: async (paths, read) => {
    const reading = new Batch(read);
    const files = { paths: new Set(paths), read: (path: string) => reading.read(path) };
    return handedOver(await buildProject({ build }, files, () => performance.now()));
  },
};

expose(worker);

/** The outcome with its bytes to be moved to the page, not copied there. */
function handedOver(outcome: BuildOutcome): BuildOutcome {
  // Several outputs may lie in one piece of memory, which can be moved only as a whole.
  const outputs = new Map(Array.from(outcome.outputs, ([path, bytes]) => [path, bytes.slice()]));
  const buffers = Array.from(outputs.values(), ({ buffer }) => buffer);
  return transfer({ ...outcome, outputs }, buffers);
}

/** Collects the reads of one moment into one question to the page. */
class Batch {
  readonly #ask: ReadFiles;
  #waiting: { readonly path: string; readonly done: (bytes: Uint8Array | null) => void }[] = [];

  constructor(ask: ReadFiles) {
    this.#ask = ask;
  }

  async read(path: string): Promise<Uint8Array> {
    const bytes = await new Promise<Uint8Array | null>((done, failed) => {
      this.#waiting.push({ path, done });
      if (this.#waiting.length === 1) {
        setTimeout(() => this.#send().catch(failed), 0);
      }
    });
    if (bytes === null) {
      throw new Error("It is not there any more.");
    }
    return bytes;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const now = this.#waiting.splice(0, MOST_AT_ONCE);
      const bytes = await this.#ask(now.map(({ path }) => path));
      now.forEach(({ done }, index) => done(bytes[index] ?? null));
    }
  }
}

/** Files in one answer: few enough that copying them does not hold up the page. */
const MOST_AT_ONCE = 64;
