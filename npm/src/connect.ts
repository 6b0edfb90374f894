// The page's end of a history that a worker holds.

import { proxy, type ProxyMarked, type Remote, wrap } from "comlink";
import { draftId, optional } from "./arguments.js";
import { KnowngoodError, withCleanErrors } from "./errors.js";
import { PageWorkspace } from "./page-workspace.js";
import type { RawInput } from "./raw.js";
import { RemoteDraft } from "./remote-draft.js";
import { keepErrorsWhole } from "./remote-errors.js";
import type { Change, Draft, DraftOptions, DraftSummary, History, LookUp, OpenOptions, Usage } from "./types.js";
import type { HostedHistory, WorkerHost } from "./worker-host.js";

/** How a history in a worker is opened. */
export interface ConnectOptions extends OpenOptions {
  /** Where the WebAssembly file is, when it is not where the bundler put it. */
  readonly wasm?: URL | BufferSource | WebAssembly.Module;
}

/** Starts the package's worker. End it with `terminate()`, after what is open in it is closed. */
export function startHistoryWorker(): Worker {
  // Written out in this form, since bundlers look for it.
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/**
 * Opens a history inside `worker`, so that no work of it blocks the page.
 *
 * It is used as the one of `openHistory`. Workspaces stay in the page, but for those in the browser's own file system:
 * their files are read and written by the worker itself.
 */
export function connectHistory(worker: Worker, options: ConnectOptions = {}): Promise<History> {
  keepErrorsWhole();
  return withCleanErrors(async () => {
    const { wasm, ...open } = optional(options);
    const hosted = await orDeath(worker, hostOf(worker).open(open, wasm as RawInput | undefined));
    const remote = hosted as unknown as Remote<HostedHistory>;
    const history = new RemoteHistory(remote, await remote.lost());
    await history.listen();
    return history;
  });
}

/** The history that `connectHistory` gives. */
class RemoteHistory implements History {
  readonly lost: string | null;
  readonly #hosted: Remote<HostedHistory>;
  readonly #listeners = new Set<(change: Change) => void>();

  constructor(hosted: Remote<HostedHistory>, lost: string | null) {
    this.lost = lost;
    this.#hosted = hosted;
  }

  /** One line from the worker for all listeners of this page. */
  async listen(): Promise<void> {
    await this.#hosted.listen(
      proxy(async (change: Change) => {
        for (const listener of [...this.#listeners]) {
          try {
            listener(change);
          } catch (thrown) {
            reportError(thrown);
          }
        }
      }),
    );
  }

  draft(id: string, options: DraftOptions = {}): Promise<Draft> {
    return withCleanErrors(async () => {
      const { workspace, settings } = optional(options);
      const page: (PageWorkspace & ProxyMarked) | undefined =
        workspace === undefined ? undefined : proxy(new PageWorkspace(workspace));
      return new RemoteDraft(id, await this.#hosted.draft(draftId(id), page, workspace?.direct?.name, settings));
    });
  }

  drafts(): Promise<DraftSummary[]> {
    return withCleanErrors(() => this.#hosted.drafts());
  }

  lookup(address: string): Promise<LookUp> {
    return withCleanErrors(async () => await this.#hosted.lookup(address));
  }

  usage(): Promise<Usage> {
    return withCleanErrors(() => this.#hosted.usage());
  }

  deleteDraft(id: string): Promise<void> {
    return withCleanErrors(() => this.#hosted.deleteDraft(id));
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#listeners.clear();
    return withCleanErrors(() => this.#hosted.close());
  }
}

/** What `worker` offers. One object for each: when it is collected as garbage, comlink lets the worker's end go. */
export function hostOf(worker: Worker): Remote<WorkerHost> {
  const known = hosts.get(worker) ?? wrap<WorkerHost>(worker);
  hosts.set(worker, known);
  return known;
}

const hosts = new WeakMap<Worker, Remote<WorkerHost>>();

/** A worker whose script cannot be loaded never answers: the question would stay open for ever. */
export function orDeath<T>(worker: Worker, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const died = (event: ErrorEvent | Event): void => {
      const why = "message" in event && event.message !== "" ? event.message : "its script could not be loaded";
      reject(
        new KnowngoodError(
          "internal",
          `The worker did not start: ${why}.`,
          "Check that the worker's script is served.",
        ),
      );
    };
    worker.addEventListener("error", died);
    answer.then(resolve, reject).finally(() => worker.removeEventListener("error", died));
  });
}
