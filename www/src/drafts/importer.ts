// The page's end of the worker that unpacks and writes.

import { type Remote, wrap } from "comlink";
import type { ImportWorker } from "./import-worker.js";

/** Runs as long as one import. */
export class Importer {
  readonly #worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
  readonly remote: Remote<ImportWorker> = wrap<ImportWorker>(this.#worker);

  /** Ends it, in whatever it does. */
  close(): void {
    this.#worker.terminate();
  }
}
