// Builds drafts from the page: keeps the compiler's worker, one build at a time, and can stop it at any moment.

import { proxy, type Remote, wrap } from "comlink";
import wasmUrl from "esbuild-wasm/esbuild.wasm?url";
import { compiler as words } from "../words/build.js";
import type { BuildWorker } from "./build-worker.js";
import type { SourceFiles } from "./source-files.js";
import { type BuildOutcome, CompilerStopped, type Building } from "./outcome.js";

/** A worker that is ready to build. */
interface Ready {
  readonly worker: Worker;
  readonly remote: Remote<BuildWorker>;
  /** Rejects when the worker comes to an end. */
  readonly ended: Promise<never>;
}

/** Carries what a read threw past what is done when the compiler falls over. */
class UnreadFile {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** Builds one draft after another. The compiler is loaded at the first build. */
export class Builder implements Building {
  #module: Promise<WebAssembly.Module> | null = null;
  #ready: Promise<Ready> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Builds `files`, after the builds that were asked for before.
   * Rejects with an `AbortError` when `signal` aborts, and with `CompilerStopped` when the compiler fails: no verdict.
   */
  build(files: SourceFiles, signal?: AbortSignal): Promise<BuildOutcome> {
    const turn = this.#last.then(() => this.#build(files, signal));
    this.#last = turn.catch(() => undefined);
    return signal === undefined ? turn : Promise.race([turn, aborted(signal)]);
  }

  /** Ends the worker; the next build starts another. */
  close(): void {
    const ready = this.#ready;
    this.#ready = null;
    ready?.then(({ worker }) => worker.terminate()).catch(() => undefined);
  }

  async #build(files: SourceFiles, signal?: AbortSignal): Promise<BuildOutcome> {
    signal?.throwIfAborted();
    this.#ready ??= this.#keep(this.#start());
    const stopping = signal === undefined ? [] : [aborted(signal)];
    try {
      const { remote, ended } = await Promise.race([this.#ready, ...stopping]);
      const unread: unknown[] = [];
      const readOne = (path: string): Promise<Uint8Array | null> =>
        files.read(path).catch((thrown: unknown) => {
          unread.push(thrown);
          return null;
        });
      const read = proxy((paths: readonly string[]) => Promise.all(paths.map(readOne)));
      const outcome = await Promise.race([remote.build([...files.paths], read), ended, ...stopping]);
      if (unread.length > 0) {
        // A file that is there and cannot be read says nothing of the code in it: that is no verdict.
        throw new UnreadFile(unread[0]);
      }
      return outcome;
    } catch (thrown) {
      if (thrown instanceof UnreadFile) {
        throw thrown.cause;
      }
      // What the compiler was in the middle of cannot be taken back, so the next build gets a new one.
      this.close();
      if (signal?.aborted === true || thrown instanceof CompilerStopped) {
        throw thrown;
      }
      throw new CompilerStopped(words.stopped, { cause: thrown });
    }
  }

  /** A worker that ends between builds is not asked again. */
  #keep(starting: Promise<Ready>): Promise<Ready> {
    const forget = (): void => {
      if (this.#ready === starting) {
        this.close();
      }
    };
    starting.then(({ ended }) => ended.catch(forget)).catch(forget);
    return starting;
  }

  async #start(): Promise<Ready> {
    try {
      this.#module ??= loadModule();
      const module = await this.#module;
      const worker = new Worker(new URL("./build-worker.ts", import.meta.url), { type: "module", name: "build" });
      const ended = new Promise<never>((_, reject) => {
        worker.addEventListener("error", () => reject(new CompilerStopped(words.stopped)));
        worker.addEventListener("messageerror", () => reject(new CompilerStopped(words.stopped)));
      });
      ended.catch(() => undefined);
      const remote = wrap<BuildWorker>(worker);
      await Promise.race([remote.start(module), ended]);
      return { worker, remote, ended };
    } catch (thrown) {
      this.#module = null;
      throw new CompilerStopped(words.unavailable, { cause: thrown });
    }
  }
}

async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new Error(`The compiler's file answered ${response.status}.`);
  }
  // Some servers name its type wrongly; then it is compiled from its bytes.
  return response.headers.get("content-type")?.startsWith("application/wasm") === true
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new DOMException(words.aborted, "AbortError"));
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
