// One draft over WebAssembly in this thread.

import { bad, captureKind, checkpointNumber, verdict } from "./arguments.js";
import { changeColumns, fileColumns } from "./contents.js";
import { withCleanErrors } from "./errors.js";
import { alone, isHeld } from "./locks.js";
import { joinPaths } from "./paths.js";
import { Queue } from "./queue.js";
import type { RawDraft } from "./raw.js";
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

/** What a draft needs of its history. */
export interface DraftContext {
  /** Names the lock that is held while files are written. */
  readonly lockName: string;
  /** Told of each commit. */
  readonly announce: (revision: number) => void;
}

/** The draft that `openHistory` gives. Reads overlap; writes of one draft go one after the other. */
export class LocalDraft implements Draft {
  readonly id: string;
  readonly #raw: RawDraft;
  readonly #context: DraftContext;
  readonly #writes = new Queue();

  constructor(id: string, raw: RawDraft, context: DraftContext) {
    this.id = id;
    this.#raw = raw;
    this.#context = context;
  }

  capture(request: CaptureRequest): Promise<CaptureResult> {
    return this.#write(() => {
      const kind = captureKind(request);
      if (request.files !== undefined) {
        const { paths, contents } = fileColumns(request.files);
        return this.#raw.captureFiles(kind, request.label, paths, contents);
      }
      if (request.changes !== undefined) {
        const { paths, contents } = changeColumns(request.changes);
        return this.#raw.captureChanges(kind, request.label, paths, contents);
      }
      return this.#raw.captureWorkspace(kind, request.label);
    });
  }

  stamp(n: number, given: Verdict): Promise<Row> {
    return this.#write(() => this.#raw.stamp(checkpointNumber(n), verdict(given)));
  }

  checkpoints(): Promise<Row[]> {
    return withCleanErrors(() => this.#raw.checkpoints());
  }

  checkpoint(n: number): Promise<Row> {
    return withCleanErrors(() => this.#raw.checkpoint(checkpointNumber(n)));
  }

  lastKnownGood(): Promise<LastKnownGood> {
    return withCleanErrors(() => this.#raw.lastKnownGood());
  }

  files(n: number): Promise<HeldFile[]> {
    return withCleanErrors(() => this.#raw.files(checkpointNumber(n)));
  }

  read(n: number, path: string): Promise<Uint8Array> {
    return withCleanErrors(() => this.#raw.read(checkpointNumber(n), joinPaths([path])));
  }

  diff(request: DiffRequest = {}): Promise<Diff> {
    return withCleanErrors(() => this.#raw.diff(request));
  }

  planRestore(n: number, options: RestoreOptions = {}): Promise<Plan> {
    return withCleanErrors(() => {
      const paths = options.paths === undefined ? undefined : [...options.paths];
      joinPaths(paths ?? []);
      return this.#raw.planRestore(checkpointNumber(n), paths, options.force ?? false);
    });
  }

  apply(plan: Plan): Promise<Receipt> {
    return this.applyById(plan.id);
  }

  /** As `apply`, by the plan's id: a plan may name thousands of files, and need not cross to a worker again. */
  applyById(id: string): Promise<Receipt> {
    return this.#writeFiles(() => this.#raw.apply(id));
  }

  interrupted(): Promise<Interrupted | null> {
    return withCleanErrors(async () => {
      const found = await this.#raw.interrupted();
      // One that another tab is carrying out right now has not been cut off.
      return found === null || (await isHeld(this.#context.lockName)) ? null : found;
    });
  }

  recover(way: "finish" | "rollBack"): Promise<Receipt> {
    return this.#writeFiles(() => {
      if (way !== "finish" && way !== "rollBack") {
        throw bad(`A cut-off restore is ended by 'finish' or 'rollBack', not ${String(way)}.`);
      }
      return this.#raw.recover(way);
    });
  }

  reportAgent({ session, name, state }: AgentReport): Promise<void> {
    return withCleanErrors(() => this.#raw.reportAgent(session, name, state));
  }

  settings(): Promise<Settings> {
    return withCleanErrors(() => this.#raw.settings());
  }

  configure(patch: SettingsPatch): Promise<Settings> {
    return this.#write(() => this.#raw.configure(patch));
  }

  terminal(command: string | readonly string[]): Promise<TerminalResult> {
    const run = (): Promise<TerminalResult> =>
      typeof command === "string" ? this.#raw.terminalLine(command) : this.#raw.terminalWords([...command]);
    return mayWriteFiles(command) ? this.#writeFiles(run) : this.#write(run);
  }

  countLines(): Promise<number> {
    return this.#write(() => this.#raw.countLines());
  }

  /** Reads what another tab has stored. */
  reload(): Promise<number> {
    return this.#writes.run(() => withCleanErrors(() => this.#raw.reload()));
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#writes.run(async () => {
      const before = this.#raw.revision();
      try {
        return await withCleanErrors(work);
      } finally {
        // Also after a failure: a restore that fails half way has stored its safety checkpoint.
        const after = this.#raw.revision();
        if (after !== before) {
          this.#context.announce(after);
        }
      }
    });
  }

  #writeFiles(work: () => Promise<Receipt>): Promise<Receipt>;
  #writeFiles(work: () => Promise<TerminalResult>): Promise<TerminalResult>;
  #writeFiles<T>(work: () => Promise<T>): Promise<T> {
    return this.#write(() => alone(this.#context.lockName, work));
  }
}

// Too often is harmless: the lock only makes the command wait for another tab's restore.
function mayWriteFiles(command: string | readonly string[]): boolean {
  return typeof command === "string" ? /\brestore\b/.test(command) : command.includes("restore");
}
