// What the worker offers to the page: the history of this thread, and workspaces in the browser's own file system.

import { proxy, type ProxyMarked, type Remote } from "comlink";
import { directWorkspace } from "./direct-workspace.js";
import type { LocalDraft } from "./draft.js";
import { type LocalHistory, openLocalHistory } from "./history.js";
import { HostedFiles } from "./hosted-files.js";
import type { PageWorkspace } from "./page-workspace.js";
import type { RawInput, RawWorkspace } from "./raw.js";
import { RemoteWorkspace } from "./remote-workspace.js";
import type { Change, DraftSummary, LookUp, OpenOptions, SettingsPatch, Usage } from "./types.js";
import { init } from "./wasm.js";

/** The root object of a worker. */
export class WorkerHost {
  /** A workspace in the browser's own file system, to be opened. Needs no history. */
  files(): HostedFiles & ProxyMarked {
    return proxy(new HostedFiles());
  }

  /** Opens a history. Each page that connects has its own. */
  async open(options: OpenOptions, wasm: RawInput | undefined): Promise<HostedHistory & ProxyMarked> {
    await init(wasm);
    return proxy(new HostedHistory(await openLocalHistory(options)));
  }
}

/** One open history of a worker. */
export class HostedHistory {
  readonly #history: LocalHistory;

  constructor(history: LocalHistory) {
    this.#history = history;
  }

  /** Opens a draft over the page's workspace. `direct`: where its files are, when this worker can go to them by itself. */
  async draft(
    id: string,
    workspace: Remote<PageWorkspace & ProxyMarked> | undefined,
    direct: string | undefined,
    settings: SettingsPatch | undefined,
  ): Promise<LocalDraft & ProxyMarked> {
    const raw = workspace && (await workspaceOf(workspace, direct));
    return proxy(await this.#history.draftOver(id, raw, settings));
  }

  drafts(): Promise<DraftSummary[]> {
    return this.#history.drafts();
  }

  lookup(address: string): Promise<LookUp> {
    return this.#history.lookup(address);
  }

  usage(): Promise<Usage> {
    return this.#history.usage();
  }

  deleteDraft(id: string): Promise<void> {
    return this.#history.deleteDraft(id);
  }

  /** Tells the page of each change, for as long as the history is open. */
  listen(tell: (change: Change) => Promise<void>): void {
    this.#history.onChange((change) => void tell(change));
  }

  close(): Promise<void> {
    return this.#history.close();
  }
}

async function workspaceOf(
  page: Remote<PageWorkspace & ProxyMarked>,
  direct: string | undefined,
): Promise<RawWorkspace> {
  if (direct !== undefined) {
    try {
      return await directWorkspace(direct, page);
    } catch {
      // A browser that has that file system in pages alone: then all goes through the page.
    }
  }
  return new RemoteWorkspace(page);
}
