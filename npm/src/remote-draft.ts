// One draft whose work is done in a worker.

import type { Remote } from "comlink";
import type { LocalDraft } from "./draft.js";
import { withCleanErrors } from "./errors.js";
import type {
  AgentReport,
  CaptureRequest,
  CaptureResult,
  Diff,
  DiffRequest,
  Draft,
  HeldFile,
  Interrupted,
  LastKnownGood,
  Plan,
  Receipt,
  RestoreOptions,
  Row,
  Settings,
  SettingsPatch,
  TerminalResult,
  Verdict,
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

  apply(plan: Plan): Promise<Receipt> {
    return withCleanErrors(() => this.#worker.applyById(plan.id));
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

  terminal(command: string | readonly string[]): Promise<TerminalResult> {
    return withCleanErrors(() => this.#worker.terminal(command));
  }

  countLines(): Promise<number> {
    return withCleanErrors(() => this.#worker.countLines());
  }
}
