// The boundary to WebAssembly, as the Rust side (`src/js`) implements it. Not public.
//
// Thousands of paths cross as one string, joined by NUL, which no path may hold: one copy in place of one per file.
// `""` means no paths; the arrays beside it have the count. Results are plain objects of exactly the public types.
// Failures are thrown as `Error` with `code`, `hint` and, where it is about files, `paths`.

import type {
  AgentState,
  Branch,
  CaptureKind,
  CaptureResult,
  Diff,
  DiffRequest,
  DraftStatus,
  DraftSummary,
  HeldFile,
  Interrupted,
  LastKnownGood,
  LookUp,
  Operation,
  Plan,
  Receipt,
  Row,
  Scope,
  Session,
  SessionState,
  Settings,
  SettingsPatch,
  TerminalResult,
  Turn,
  TurnBegun,
  TurnEnd,
  TurnEnded,
  Verdict,
} from "./types.js";

/** The module that wasm-bindgen writes with `--target web`. */
export interface RawModule {
  /** Loads the WebAssembly file, once. */
  default(options?: { module_or_path: RawInput }): Promise<unknown>;
  readonly RawHistory: RawHistoryClass;
}

/** What wasm-bindgen loads from. */
export type RawInput = URL | Response | BufferSource | WebAssembly.Module;

export interface RawHistoryClass {
  /** Opens the database. */
  open(database: string, access: "read" | "write", storage: "browser" | "memory"): Promise<RawHistory>;
}

/** One open database. */
export interface RawHistory {
  /** Opens a draft; `settings` are applied as by `configure`, and stored only when they differ. */
  draft(id: string, workspace: RawWorkspace | undefined, settings: SettingsPatch | undefined): Promise<RawDraft>;
  drafts(): Promise<DraftSummary[]>;
  lookup(address: string): Promise<LookUp>;
  deleteDraft(id: string): Promise<void>;
  /** Closes the database; later calls fail with `closed`. */
  close(): void;
}

/** One open draft. */
export interface RawDraft {
  /** The revision of the last state that was read or written; 0 before the first commit. */
  revision(): number;
  /** Reads the draft's records again: another tab wrote. The answer is the revision. */
  reload(): Promise<number>;
  /** `label`: `undefined` for one that says what changed. */
  captureWorkspace(kind: CaptureKind, label: string | undefined, turn: string | undefined): Promise<CaptureResult>;
  /** All files. `contents` has one array per path. */
  captureFiles(
    kind: CaptureKind,
    label: string | undefined,
    paths: string,
    contents: Uint8Array[],
    turn: string | undefined,
  ): Promise<CaptureResult>;
  /** Only what changed; `null`: removed. */
  captureChanges(
    kind: CaptureKind,
    label: string | undefined,
    paths: string,
    contents: (Uint8Array | null)[],
    turn: string | undefined,
  ): Promise<CaptureResult>;
  stamp(n: number, verdict: Verdict): Promise<Row>;
  checkpoints(): Promise<Row[]>;
  checkpoint(n: number): Promise<Row>;
  lastKnownGood(): Promise<LastKnownGood>;
  files(n: number): Promise<HeldFile[]>;
  read(n: number, path: string): Promise<Uint8Array>;
  diff(request: DiffRequest): Promise<Diff>;
  /** `paths`: `undefined` for all. */
  planRestore(n: number, paths: string[] | undefined, force: boolean): Promise<Plan>;
  /** The setting as it was last read. */
  turnWaitMs(): number;
  beginTurn(id: string, session: string, name: string | undefined, prompt: string): Promise<TurnBegun>;
  /** Nobody waits for what `beginTurn` saves any more: what is not saved yet will not be. */
  turnIsLate(id: string): void;
  recordWrite(session: string, turn: string, path: string): Promise<void>;
  endTurn(
    id: string,
    state: TurnEnd,
    closingLine: string | undefined,
    message: string | undefined,
    label: string | undefined,
    sessionBytes: Uint8Array | undefined,
  ): Promise<TurnEnded>;
  forgetTurns(session: string, through: string): Promise<void>;
  turns(): Promise<Turn[]>;
  sessions(): Promise<Session[]>;
  session(id: string): Promise<SessionState | null>;
  deleteSession(id: string): Promise<void>;
  branches(): Promise<Branch[]>;
  planResume(n: number, scope: Scope, force: boolean): Promise<Plan>;
  planResumeTurn(id: string, scope: Scope, force: boolean): Promise<Plan>;
  planResumeBranch(id: string, scope: Scope, force: boolean): Promise<Plan>;
  planUndo(force: boolean): Promise<Plan>;
  planRedo(force: boolean): Promise<Plan>;
  operations(): Promise<Operation[]>;
  status(): Promise<DraftStatus>;
  /** Applies the plan of that id, which this draft keeps since `planRestore`; `plan_stale` when it does not. */
  apply(planId: string): Promise<Receipt>;
  interrupted(): Promise<Interrupted | null>;
  recover(way: "finish" | "rollBack"): Promise<Receipt>;
  reportAgent(session: string, name: string, state: AgentState): void;
  /** The agents that are at work in other tabs, in place of those that were named before. */
  agentsElsewhere(sessions: string[], names: string[]): void;
  settings(): Promise<Settings>;
  configure(patch: SettingsPatch): Promise<Settings>;
  /** A command line that no shell has split. */
  terminalLine(line: string, turn: string | undefined): Promise<TerminalResult>;
  /** Words that a shell has split. */
  terminalWords(words: string[], turn: string | undefined): Promise<TerminalResult>;
  countLines(): Promise<number>;
}

/** The workspace as WebAssembly calls it. Rejects with an `Error` whose `message` is a sentence. */
export interface RawWorkspace {
  list(): Promise<RawListing>;
  /** For each path its bytes, or a sentence why it cannot be read. */
  readMany(paths: string): Promise<(Uint8Array | string)[]>;
  /** `mode`: 0 regular, 1 executable. Calls may overlap; overlapping ones cross to a worker's page together. */
  write(path: string, bytes: Uint8Array, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  /** Text in editors that is not in its file yet. */
  unsaved(): Promise<RawUnsaved>;
  /** When whoever follows the files has heard of all that was written and removed. Not called by WebAssembly. */
  settled?(): Promise<void>;
}

/** A listing, in columns. */
export interface RawListing {
  /** Joined by NUL. */
  readonly paths: string;
  readonly sizes: Float64Array;
  /** Numbers when all are numbers; else text, numbers written out with a `#` before them. */
  readonly versions: Float64Array | string[];
  /** 0 regular, 1 executable, 2 not known: the file keeps the mode that it had. */
  readonly modes: Uint8Array;
  /** Names that cannot cross as text with NUL between; they become left-out files with `bad_path`. */
  readonly refused: RawRefused[];
}

export interface RawRefused {
  /** The name, made showable. */
  readonly path: string;
  /** A sentence why not. */
  readonly why: string;
}

export interface RawUnsaved {
  /** Joined by NUL. */
  readonly paths: string;
  readonly contents: Uint8Array[];
}
