// One draft over WebAssembly in this thread.

import { Agents } from "./agents.js";
import {
  bad,
  captureKind,
  checkpointNumber,
  object,
  optional,
  optionalText,
  recovery,
  scope,
  text,
  texts,
  verdict,
} from "./arguments.js";
import { changeColumns, fileColumns, GONE, isGone } from "./contents.js";
import { withCleanErrors } from "./errors.js";
import { alone, isHeld } from "./locks.js";
import { joinPaths } from "./paths.js";
import { Queue } from "./queue.js";
import type { RawDraft } from "./raw.js";
import { orLate } from "./turn-wait.js";
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

/** What a draft needs of its history. */
export interface DraftContext {
  /** Names the lock that is held while files are written. */
  readonly lockName: string;
  /** Told of each commit. */
  readonly announce: (revision: number) => void;
  /** When the page has heard of every file that was written. */
  readonly settled: () => Promise<void>;
}

/** The draft that `openHistory` gives. Reads overlap; writes of one draft go one after the other. */
export class LocalDraft implements Draft {
  readonly id: string;
  readonly #raw: RawDraft;
  readonly #context: DraftContext;
  readonly #writes = new Queue();
  readonly #agents: Agents;
  /** The session of each turn that is under way here. */
  readonly #turns = new Map<string, string>();

  constructor(id: string, raw: RawDraft, context: DraftContext) {
    this.id = id;
    this.#raw = raw;
    this.#context = context;
    this.#agents = new Agents(context.lockName);
  }

  capture(request: CaptureRequest): Promise<CaptureResult> {
    return this.#write(() => {
      const kind = captureKind(request);
      const label = optionalText(request.label, "A label");
      if (request.files !== undefined) {
        const { paths, contents } = fileColumns(request.files);
        return this.#raw.captureFiles(kind, label, paths, contents, request.turn);
      }
      if (request.changes !== undefined) {
        const { paths, contents } = changeColumns(request.changes);
        return this.#raw.captureChanges(kind, label, paths, contents, request.turn);
      }
      return this.#raw.captureWorkspace(kind, label, request.turn);
    });
  }

  stamp(n: number, given: Verdict): Promise<Row> {
    return this.#write(() => this.#raw.stamp(checkpointNumber(n), verdict(given)));
  }

  checkpoints(): Promise<Row[]> {
    return this.#look(() => this.#raw.checkpoints());
  }

  checkpoint(n: number): Promise<Row> {
    return this.#look(() => this.#raw.checkpoint(checkpointNumber(n)));
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
    return withCleanErrors(() => this.#raw.diff(optional(request)));
  }

  planRestore(n: number, options: RestoreOptions = {}): Promise<Plan> {
    return this.#look(() => {
      const { paths: some } = optional(options);
      const paths = some === undefined ? undefined : texts(some, "The paths of a restore");
      joinPaths(paths ?? []);
      const wanted = scope(options.scope, "files");
      if (wanted === "files") {
        return this.#raw.planRestore(checkpointNumber(n), paths, options.force ?? false);
      }
      if (paths !== undefined) {
        throw bad("Single files go back without the conversation: leave out `scope` or `paths`.");
      }
      return this.#raw.planResume(checkpointNumber(n), wanted, options.force ?? false);
    });
  }

  beginTurn(request: TurnRequest): Promise<TurnBegun> {
    return withCleanErrors(async () => {
      object(request, "A turn");
      const [id, session] = [text(request.id, "A turn's id"), text(request.session, "A session's id")];
      const prompt = text(request.prompt, "A prompt");
      const name = optionalText(request.name, "An agent's name");
      const [known, wasAtWork] = [this.#turns.get(id), this.#agents.isBusy(session)];
      await this.#agents.busy(session, name);
      this.#turns.set(id, session);
      const begun = this.#write(async () => {
        const answer = await this.#raw.beginTurn(id, session, name, prompt);
        this.#forgetOthers(id, session);
        return answer;
      });
      try {
        return await orLate(begun, this.#raw.turnWaitMs(), () => this.#raw.turnIsLate(id));
      } catch (thrown) {
        await this.#neverBegan(id, session, known, wasAtWork);
        throw thrown;
      }
    });
  }

  /** A turn that could not be begun is never ended: nobody else would say that its session is not at work. */
  async #neverBegan(turn: string, session: string, known: string | undefined, wasAtWork: boolean): Promise<void> {
    if (known === undefined) {
      this.#turns.delete(turn);
    } else {
      this.#turns.set(turn, known);
    }
    if (!wasAtWork && ![...this.#turns.values()].includes(session)) {
      await this.#agents.idle(session);
    }
  }

  recordWrite(write: WriteRecord): Promise<void> {
    return withCleanErrors(() => {
      const { session, turn, path } = object(write, "A write");
      return this.#raw.recordWrite(text(session, "A session's id"), text(turn, "A turn's id"), joinPaths([path]));
    });
  }

  endTurn(ending: TurnEnding): Promise<TurnEnded> {
    return this.#write(async () => {
      const { id, state, sessionBytes } = object(ending, "The end of a turn");
      if (sessionBytes !== undefined && !(sessionBytes instanceof Uint8Array)) {
        throw bad("Session bytes are a Uint8Array.");
      }
      if (isGone(sessionBytes)) {
        throw bad(`The session is not there any more: ${GONE}.`);
      }
      const ended = this.#raw.endTurn(
        text(id, "A turn's id"),
        text(state, "What a turn ended as"),
        optionalText(ending.closingLine, "A closing line"),
        optionalText(ending.message, "A message"),
        optionalText(ending.label, "A label"),
        sessionBytes,
      );
      // Also of a turn that was left: whatever it was, its agent is done with it.
      return state === "needs_input" ? ended : ended.finally(() => this.#atRest(id));
    });
  }

  /** A turn that was left, or died, and was never ended is over once the next one of its session has begun. */
  #forgetOthers(turn: string, session: string): void {
    for (const [other, its] of this.#turns) {
      if (its === session && other !== turn) {
        this.#turns.delete(other);
      }
    }
  }

  async #atRest(turn: string): Promise<void> {
    const session = this.#turns.get(turn);
    this.#turns.delete(turn);
    // A later turn of the same session may be about to begin.
    if (session !== undefined && ![...this.#turns.values()].includes(session)) {
      await this.#agents.idle(session);
    }
  }

  forgetTurns(forgotten: Forgotten): Promise<void> {
    return this.#write(() => {
      const { session, through } = object(forgotten, "What was forgotten");
      return this.#raw.forgetTurns(text(session, "A session's id"), text(through, "A turn's id"));
    });
  }

  turns(): Promise<Turn[]> {
    return this.#look(() => this.#raw.turns());
  }

  sessions(): Promise<Session[]> {
    return this.#look(() => this.#raw.sessions());
  }

  session(id: string): Promise<SessionState | null> {
    return this.#look(() => this.#raw.session(text(id, "A session's id")));
  }

  deleteSession(id: string): Promise<void> {
    return this.#write(() => this.#raw.deleteSession(text(id, "A session's id")));
  }

  branches(): Promise<Branch[]> {
    return this.#look(() => this.#raw.branches());
  }

  planResume(at: number | { readonly turn: string }, options: ResumeOptions = {}): Promise<Plan> {
    return this.#look(() => {
      const [wanted, force] = [scope(optional(options).scope, "both"), options.force ?? false];
      return typeof at === "number"
        ? this.#raw.planResume(checkpointNumber(at), wanted, force)
        : this.#raw.planResumeTurn(text(object(at, "A turn").turn, "A turn's id"), wanted, force);
    });
  }

  planResumeBranch(id: string, options: ResumeOptions = {}): Promise<Plan> {
    return this.#look(() =>
      this.#raw.planResumeBranch(
        text(id, "A branch's id"),
        scope(optional(options).scope, "both"),
        options.force ?? false,
      ),
    );
  }

  planUndo(options: { readonly force?: boolean } = {}): Promise<Plan> {
    return this.#look(() => this.#raw.planUndo(optional(options).force ?? false));
  }

  planRedo(options: { readonly force?: boolean } = {}): Promise<Plan> {
    return this.#look(() => this.#raw.planRedo(optional(options).force ?? false));
  }

  operations(): Promise<Operation[]> {
    return withCleanErrors(() => this.#raw.operations());
  }

  async backstops(): Promise<Row[]> {
    return (await this.checkpoints()).filter(({ kind }) => kind === "safety");
  }

  status(): Promise<DraftStatus> {
    return this.#look(() => this.#raw.status());
  }

  apply(plan: Plan): Promise<Receipt> {
    return this.applyById(plan?.id);
  }

  /** As `apply`, by the plan's id: a plan may name thousands of files, and need not cross to a worker again. */
  applyById(id: string): Promise<Receipt> {
    return this.#writeFiles(() => this.#look(() => this.#raw.apply(text(id, "A plan's id"))));
  }

  interrupted(): Promise<Interrupted | null> {
    return withCleanErrors(async () => {
      const found = await this.#raw.interrupted();
      // One that another tab is carrying out right now has not been cut off.
      return found === null || (await isHeld(this.#context.lockName)) ? null : found;
    });
  }

  recover(way: "finish" | "rollBack"): Promise<Receipt> {
    return this.#writeFiles(() => this.#raw.recover(recovery(way)));
  }

  reportAgent(report: AgentReport): Promise<void> {
    return withCleanErrors(async () => {
      const { session, name, state } = object(report, "What an agent does");
      this.#raw.reportAgent(text(session, "A session's id"), text(name, "An agent's name"), text(state, "Its state"));
      const atWork = state === "starting" || state === "working" || state === "needs_input";
      await (atWork ? this.#agents.busy(session, name) : this.#agents.idle(session));
    });
  }

  settings(): Promise<Settings> {
    return withCleanErrors(() => this.#raw.settings());
  }

  configure(patch: SettingsPatch): Promise<Settings> {
    return this.#write(() => this.#raw.configure(patch));
  }

  terminal(command: string | readonly string[], options: TerminalOptions = {}): Promise<TerminalResult> {
    return withCleanErrors(() => {
      const turn = optionalText(optional(options).turn, "A turn's id");
      const words = typeof command === "string" ? command : texts(command, "A command's words");
      const run = (): Promise<TerminalResult> =>
        this.#look(async () => {
          const { receipt, ...printed } = await (typeof words === "string"
            ? this.#raw.terminalLine(words, turn)
            : this.#raw.terminalWords(words, turn));
          return { ...printed, receipt: receipt === null ? null : (JSON.parse(receipt) as Receipt) };
        });
      return mayWriteFiles(words) ? this.#writeFiles(run) : this.#write(run);
    });
  }

  countLines(): Promise<number> {
    return this.#write(() => this.#raw.countLines());
  }

  /** Reads what another tab has stored. */
  reload(): Promise<number> {
    return this.#writes.run(() => withCleanErrors(() => this.#raw.reload()));
  }

  /** Does `work` with the agents of other tabs known. */
  #look<T>(work: () => Promise<T>): Promise<T> {
    return withCleanErrors(async () => {
      const elsewhere = await this.#agents.elsewhere();
      this.#raw.agentsElsewhere(
        elsewhere.map(({ session }) => session),
        elsewhere.map(({ name }) => name),
      );
      return work();
    });
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
    return this.#write(async () => {
      try {
        return await alone(this.#context.lockName, work);
      } finally {
        await this.#context.settled();
      }
    });
  }
}

// Too often is harmless: the lock only makes the command wait for another tab's restore.
function mayWriteFiles(command: string | readonly string[]): boolean {
  return (typeof command === "string" ? command.split(/\s+/) : command).some((word) => writesFiles.has(word));
}

const writesFiles: ReadonlySet<string> = new Set(["restore", "recover", "resume", "undo", "redo"]);
