// One draft whose work is done in a worker.

import type { Remote } from "comlink";
import type { LocalDraft } from "./draft.js";
import { withCleanErrors } from "./errors.js";
import type {
  AgentReport,
  Branch,
  CaptureRequest,
  CaptureResult,
  Diff,
  DiffRequest,
  Draft,
  DraftStatus,
  Forgotten,
  HeldFile,
  Interrupted,
  LastKnownGood,
  Operation,
  Plan,
  Receipt,
  RestoreOptions,
  ResumeOptions,
  Row,
  Session,
  SessionState,
  Settings,
  SettingsPatch,
  TerminalOptions,
  TerminalResult,
  Turn,
  TurnBegun,
  TurnEnded,
  TurnEnding,
  TurnRequest,
  Verdict,
  WriteRecord,
} from "./types.js";

/** The draft that a connected history gives. Every call is one message. */
export class RemoteDraft implements Draft {
  readonly id: string;
  readonly #worker: Remote<LocalDraft>;

  constructor(id: string, worker: Remote<LocalDraft>) {
    this.id = id;
    this.#worker = worker;
  }

  capture(request: CaptureRequest): Promise<CaptureResult> {
    return withCleanErrors(() => this.#worker.capture(request));
  }

  stamp(n: number, verdict: Verdict): Promise<Row> {
    return withCleanErrors(() => this.#worker.stamp(n, verdict));
  }

  checkpoints(): Promise<Row[]> {
    return withCleanErrors(() => this.#worker.checkpoints());
  }

  checkpoint(n: number): Promise<Row> {
    return withCleanErrors(() => this.#worker.checkpoint(n));
  }

  lastKnownGood(): Promise<LastKnownGood> {
    return withCleanErrors(() => this.#worker.lastKnownGood());
  }

  files(n: number): Promise<HeldFile[]> {
    return withCleanErrors(() => this.#worker.files(n));
  }

  read(n: number, path: string): Promise<Uint8Array> {
    return withCleanErrors(() => this.#worker.read(n, path));
  }

  diff(request: DiffRequest = {}): Promise<Diff> {
    return withCleanErrors(() => this.#worker.diff(request));
  }

  planRestore(n: number, options: RestoreOptions = {}): Promise<Plan> {
    return withCleanErrors(() => this.#worker.planRestore(n, options));
  }

  beginTurn(request: TurnRequest): Promise<TurnBegun> {
    return withCleanErrors(() => this.#worker.beginTurn(request));
  }

  recordWrite(write: WriteRecord): Promise<void> {
    return withCleanErrors(() => this.#worker.recordWrite(write));
  }

  endTurn(ending: TurnEnding): Promise<TurnEnded> {
    return withCleanErrors(() => this.#worker.endTurn(ending));
  }

  forgetTurns(forgotten: Forgotten): Promise<void> {
    return withCleanErrors(() => this.#worker.forgetTurns(forgotten));
  }

  turns(): Promise<Turn[]> {
    return withCleanErrors(() => this.#worker.turns());
  }

  sessions(): Promise<Session[]> {
    return withCleanErrors(() => this.#worker.sessions());
  }

  session(id: string): Promise<SessionState | null> {
    return withCleanErrors(() => this.#worker.session(id));
  }

  deleteSession(id: string): Promise<void> {
    return withCleanErrors(() => this.#worker.deleteSession(id));
  }

  branches(): Promise<Branch[]> {
    return withCleanErrors(() => this.#worker.branches());
  }

  planResume(at: number | { readonly turn: string }, options: ResumeOptions = {}): Promise<Plan> {
    return withCleanErrors(() => this.#worker.planResume(at, options));
  }

  planResumeBranch(id: string, options: ResumeOptions = {}): Promise<Plan> {
    return withCleanErrors(() => this.#worker.planResumeBranch(id, options));
  }

  planUndo(options: { readonly force?: boolean } = {}): Promise<Plan> {
    return withCleanErrors(() => this.#worker.planUndo(options));
  }

  planRedo(options: { readonly force?: boolean } = {}): Promise<Plan> {
    return withCleanErrors(() => this.#worker.planRedo(options));
  }

  operations(): Promise<Operation[]> {
    return withCleanErrors(() => this.#worker.operations());
  }

  backstops(): Promise<Row[]> {
    return withCleanErrors(() => this.#worker.backstops());
  }

  status(): Promise<DraftStatus> {
    return withCleanErrors(() => this.#worker.status());
  }

  apply(plan: Plan): Promise<Receipt> {
    return withCleanErrors(() => this.#worker.applyById(plan?.id));
  }

  interrupted(): Promise<Interrupted | null> {
    return withCleanErrors(() => this.#worker.interrupted());
  }

  recover(way: "finish" | "rollBack"): Promise<Receipt> {
    return withCleanErrors(() => this.#worker.recover(way));
  }

  reportAgent(report: AgentReport): Promise<void> {
    return withCleanErrors(() => this.#worker.reportAgent(report));
  }

  settings(): Promise<Settings> {
    return withCleanErrors(() => this.#worker.settings());
  }

  configure(patch: SettingsPatch): Promise<Settings> {
    return withCleanErrors(() => this.#worker.configure(patch));
  }

  terminal(command: string | readonly string[], options: TerminalOptions = {}): Promise<TerminalResult> {
    return withCleanErrors(() => this.#worker.terminal(command, options));
  }

  countLines(): Promise<number> {
    return withCleanErrors(() => this.#worker.countLines());
  }
}
