// What tests call. Arguments and answers are plain JSON, since they cross from Node.

import {
  type Branch,
  type CaptureKind,
  type CaptureResult,
  type Change,
  connectHistory,
  type Diff,
  type DiffRequest,
  type Draft,
  type DraftSummary,
  type History,
  type Interrupted,
  type LastKnownGood,
  type LookUp,
  MemoryWorkspace,
  openHistory,
  openOpfsWorkspace,
  type Plan,
  type Receipt,
  type Row,
  startHistoryWorker,
  type TerminalResult,
  type Turn,
  type TurnBegun,
  type TurnEnded,
  type Verdict,
  type WorkspaceEntry,
} from "knowngood";
import {
  databasePrint,
  flipBitInLargestPack,
  raiseDatabaseVersion,
  raiseRecordFormat,
  recordCounts,
} from "./database.js";
import { FailingWorkspace } from "./failing-workspace.js";
import { fingerprint, type Files } from "./fingerprint.js";
import { runUntilKilled } from "./loop.js";
import { randomBytes } from "./random.js";
import { Replay } from "./replay.js";

/** How a test opens its draft. */
export interface Opening {
  readonly draft?: string;
  readonly access?: "read" | "write";
  /** In a worker, or in the page itself. */
  readonly worker?: boolean;
  readonly workspace?: "memory" | "opfs" | "none";
  readonly keep?: number;
}

export class Harness {
  readonly databasePrint = databasePrint;
  readonly flipBitInLargestPack = flipBitInLargestPack;
  readonly raiseDatabaseVersion = raiseDatabaseVersion;
  readonly raiseRecordFormat = raiseRecordFormat;
  readonly recordCounts = recordCounts;
  readonly replay = new Replay();
  readonly changes: Change[] = [];
  #workspace: FailingWorkspace = new FailingWorkspace(new MemoryWorkspace());
  #history: History | null = null;
  #draft: Draft | null = null;

  async open(opening: Opening = {}): Promise<void> {
    const { draft = "d_1", access = "write", worker = false, workspace = "memory", keep } = opening;
    if (workspace === "opfs") {
      this.#workspace = new FailingWorkspace(await openOpfsWorkspace(draft));
    }
    this.#history = await (worker ? connectHistory(startHistoryWorker(), { access }) : openHistory({ access }));
    this.#history.onChange((change) => this.changes.push(change));
    this.#draft = await this.#history.draft(draft, {
      ...(workspace === "none" ? {} : { workspace: this.#workspace }),
      ...(keep === undefined ? {} : { settings: { keep } }),
    });
  }

  async close(): Promise<void> {
    await this.history.close();
  }

  /** Writes text into the workspace; `null` removes. */
  async put(files: Record<string, string | null>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await (text === null
        ? this.#workspace.remove(path)
        : this.#workspace.write(path, new TextEncoder().encode(text), { mode: "regular" }));
    }
  }

  /** Writes bytes that no codec makes smaller. */
  async putRandom(path: string, size: number, seed: number): Promise<void> {
    await this.#workspace.write(path, randomBytes(size, seed), { mode: "regular" });
  }

  /** The workspace's files as they are; bytes as text. */
  async texts(): Promise<Record<string, string>> {
    const files = await this.#files();
    return Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
  }

  async list(): Promise<WorkspaceEntry[]> {
    return [...(await this.#workspace.list())];
  }

  async setMode(path: string, mode: "regular" | "executable"): Promise<void> {
    await this.#workspace.write(path, await this.#workspace.read(path), { mode });
  }

  /** Lets the workspace fail at the write after `writes` more of them. */
  failAfter(writes: number | null): void {
    this.#workspace.left = writes;
  }

  /** Names the bytes of the workspace. */
  async workspacePrint(): Promise<string> {
    return fingerprint(await this.#files());
  }

  /** Names the bytes of checkpoint `n`, read file by file. */
  async print(n: number): Promise<string> {
    const files: Files = new Map();
    for (const { path } of await this.draft.files(n)) {
      files.set(path, await this.draft.read(n, path));
    }
    return fingerprint(files);
  }

  capture(kind: CaptureKind, label: string): Promise<CaptureResult> {
    return this.draft.capture({ kind, label });
  }

  captureChanges(label: string, changes: Record<string, string | null>): Promise<CaptureResult> {
    return this.draft.capture({ kind: "edit", label, changes });
  }

  stamp(n: number, verdict: Verdict): Promise<Row> {
    return this.draft.stamp(n, verdict);
  }

  rows(): Promise<Row[]> {
    return this.draft.checkpoints();
  }

  lastKnownGood(): Promise<LastKnownGood> {
    return this.draft.lastKnownGood();
  }

  plan(n: number, paths?: string[]): Promise<Plan> {
    return this.draft.planRestore(n, paths === undefined ? {} : { paths });
  }

  async restore(n: number, paths?: string[]): Promise<Receipt> {
    return this.draft.apply(await this.plan(n, paths));
  }

  async readText(n: number, path: string): Promise<string> {
    return new TextDecoder().decode(await this.draft.read(n, path));
  }

  diff(request: DiffRequest): Promise<Diff> {
    return this.draft.diff(request);
  }

  lookup(address: string): Promise<LookUp> {
    return this.history.lookup(address);
  }

  terminal(command: string | string[]): Promise<TerminalResult> {
    return this.draft.terminal(command);
  }

  interrupted(): Promise<Interrupted | null> {
    return this.draft.interrupted();
  }

  recover(way: "finish" | "rollBack"): Promise<Receipt> {
    return this.draft.recover(way);
  }

  drafts(): Promise<DraftSummary[]> {
    return this.history.drafts();
  }

  deleteDraft(id: string): Promise<void> {
    return this.history.deleteDraft(id);
  }

  beginTurn(id: string, name: string): Promise<TurnBegun> {
    return this.draft.beginTurn({ id, session: "s", prompt: `ask ${id}`, name });
  }

  /** Ends a turn of an agent that remembers `memory`. */
  endTurn(id: string, memory: string): Promise<TurnEnded> {
    return this.draft.endTurn({ id, state: "done", sessionBytes: new TextEncoder().encode(memory) });
  }

  async resume(n: number): Promise<Receipt> {
    return this.draft.apply(await this.draft.planResume(n));
  }

  async resumeBranch(id: string): Promise<Receipt> {
    return this.draft.apply(await this.draft.planResumeBranch(id));
  }

  async undo(): Promise<Receipt> {
    return this.draft.apply(await this.draft.planUndo());
  }

  turns(): Promise<Turn[]> {
    return this.draft.turns();
  }

  branches(): Promise<Branch[]> {
    return this.draft.branches();
  }

  /** What an agent that starts now remembers. */
  async remembered(): Promise<string | null> {
    const bytes = (await this.draft.session("s"))?.bytes ?? null;
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  heard(): Change[] {
    return this.changes;
  }

  /** Captures and restores without end, reporting each. */
  runUntilKilled(seed: number): Promise<void> {
    return runUntilKilled(this.draft, this.#workspace, seed);
  }

  get history(): History {
    if (this.#history === null) {
      throw new Error("The test did not open a history.");
    }
    return this.#history;
  }

  get draft(): Draft {
    if (this.#draft === null) {
      throw new Error("The test did not open a draft.");
    }
    return this.#draft;
  }

  async #files(): Promise<Files> {
    const files: Files = new Map();
    for (const { path } of await this.#workspace.list()) {
      files.set(path, await this.#workspace.read(path));
    }
    return files;
  }
}
