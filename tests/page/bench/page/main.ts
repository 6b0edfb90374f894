// The page that Node drives: it starts the worker of the bench and puts what Node calls on `window`.

import { type Remote, wrap } from "comlink";
import { feel } from "./page-draft.js";
import type { BenchWorker } from "./worker.js";

/** What Node calls. */
export interface BenchPage {
  readonly worker: Remote<BenchWorker>;
  readonly feel: typeof feel;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

window.bench = {
  worker: wrap<BenchWorker>(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })),
  feel,
};
