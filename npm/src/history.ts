// All drafts of one database, over WebAssembly in this thread.

import { Announcer } from "./announcer.js";
import { draftId, optional, text } from "./arguments.js";
import { LocalDraft } from "./draft.js";
import { withCleanErrors } from "./errors.js";
import { lossOf } from "./lost.js";
import type { RawHistory, RawWorkspace } from "./raw.js";
import type {
  Change,
  Draft,
  DraftOptions,
  DraftSummary,
  History,
  LookUp,
  OpenOptions,
  SettingsPatch,
  Usage,
} from "./types.js";
import { loadWasm } from "./wasm.js";
import { rawWorkspace } from "./workspace-adapter.js";

/** The database's name unless the host gives one. */
const DATABASE = "knowngood";

/** Opens the history that this browser holds, making an empty one where there is none. */
export function openHistory(options: OpenOptions = {}): Promise<History> {
  return openLocalHistory(options);
}

/** As `openHistory`, but with what the worker needs beyond it. */
export function openLocalHistory(options: OpenOptions): Promise<LocalHistory> {
  return withCleanErrors(async () => {
    const { database = DATABASE, access = "write", storage = "browser" } = optional(options);
    const name = text(database, "A database's name");
    const [{ RawHistory }, lost] = await Promise.all([loadWasm(), storage === "memory" ? null : lossOf(name)]);
    const raw = await RawHistory.open(name, text(access, "Access"), text(storage, "Storage"));
    return new LocalHistory(raw, `knowngood:${name}`, storage, lost);
  });
}

/** The history that `openHistory` gives. */
export class LocalHistory implements History {
  readonly lost: string | null;
  readonly #raw: RawHistory;
  /** Under which tabs meet: the channel's name, and the beginning of the locks' names. */
  readonly #name: string;
  readonly #announcer: Announcer;
  /** Drafts that are open here, to be read again when another tab writes one. */
  readonly #open = new Map<string, Set<WeakRef<LocalDraft>>>();

  constructor(raw: RawHistory, name: string, storage: "browser" | "memory", lost: string | null) {
    this.lost = lost;
    this.#raw = raw;
    this.#name = name;
    this.#announcer = new Announcer(storage === "memory" ? undefined : name, (id) => this.#reload(id));
  }

  draft(id: string, options: DraftOptions = {}): Promise<Draft> {
    return withCleanErrors(() => {
      const { workspace, settings } = optional(options);
      return this.draftOver(id, workspace === undefined ? undefined : rawWorkspace(workspace), settings);
    });
  }

  /** Opens a draft over a workspace that is already as WebAssembly calls it. */
  draftOver(id: string, workspace: RawWorkspace | undefined, settings: SettingsPatch | undefined): Promise<LocalDraft> {
    return withCleanErrors(async () => {
      const raw = await this.#raw.draft(draftId(id), workspace, settings);
      const draft: LocalDraft = new LocalDraft(id, raw, {
        lockName: `${this.#name}:${id}`,
        announce: (revision) => {
          void this.#reload(id, draft);
          this.#announcer.announce(id, revision);
        },
        settled: async () => workspace?.settled?.(),
      });
      this.#remember(draft);
      return draft;
    });
  }

  drafts(): Promise<DraftSummary[]> {
    return withCleanErrors(() => this.#raw.drafts());
  }

  lookup(address: string): Promise<LookUp> {
    return withCleanErrors(() => this.#raw.lookup(String(address)));
  }

  async usage(): Promise<Usage> {
    const drafts = await this.drafts();
    const storage = globalThis.navigator?.storage;
    const estimate = await storage?.estimate?.().catch(() => undefined);
    const persisted = await storage?.persisted?.().catch(() => undefined);
    return {
      drafts,
      bytes: drafts.reduce((sum, draft) => sum + draft.bytes, 0),
      quota: estimate?.quota ?? null,
      usage: estimate?.usage ?? null,
      persisted: persisted ?? null,
    };
  }

  deleteDraft(id: string): Promise<void> {
    return withCleanErrors(async () => {
      await this.#raw.deleteDraft(draftId(id));
      await this.#reload(id);
      this.#announcer.announce(id, null);
    });
  }

  onChange(listener: (change: Change) => void): () => void {
    return this.#announcer.listen(listener);
  }

  close(): Promise<void> {
    return withCleanErrors(() => {
      this.#announcer.close();
      this.#raw.close();
    });
  }

  #remember(draft: LocalDraft): void {
    const open = this.#open.get(draft.id) ?? new Set();
    open.add(new WeakRef(draft));
    this.#open.set(draft.id, open);
  }

  /** Lets the drafts of that id, but for the one that wrote, read what is new. */
  async #reload(id: string, except?: LocalDraft): Promise<void> {
    for (const reference of this.#open.get(id) ?? []) {
      const draft = reference.deref();
      if (draft === undefined) {
        this.#open.get(id)?.delete(reference);
      } else if (draft !== except) {
        // A draft that cannot be read again says so at its next call.
        await draft.reload().catch(() => undefined);
      }
    }
  }
}
