// The page's end of the worker that unpacks.

import { type Remote, wrap } from "comlink";
import type { ImportWorker } from "./import-worker.js";

/** Runs as long as one import. */
export class Importer {
  #running: { readonly worker: Worker; readonly remote: Remote<ImportWorker> } | null = null;

  /** The worker: started when it is first needed. */
  get remote(): Remote<ImportWorker> {
    if (this.#running === null) {
      const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
      this.#running = { worker, remote: wrap<ImportWorker>(worker) };
    }
    return this.#running.remote;
  }

  /** Ends it, in whatever it does. */
  close(): void {
    this.#running?.worker.terminate();
  }
}
