// What a host opens, and what it may call.

import type { AgentReport } from "./agent.js";
import type { Branch, Session, SessionState } from "./branch.js";
import type { CaptureRequest, CaptureResult } from "./capture.js";
import type { Diff, DiffRequest } from "./diff.js";
import type { LookUp } from "./lookup.js";
import type { DraftStatus, Operation } from "./operation.js";
import type { Interrupted, Plan, Receipt, RestoreOptions, ResumeOptions } from "./restore.js";
import type { HeldFile, LastKnownGood, Row, Verdict } from "./row.js";
import type { Settings, SettingsPatch } from "./settings.js";
import type { Change, DraftSummary, Usage } from "./storage.js";
import type { TerminalOptions, TerminalResult } from "./terminal.js";
import type { Forgotten, Turn, TurnBegun, TurnEnded, TurnEnding, TurnRequest, WriteRecord } from "./turn.js";
import type { Workspace } from "./workspace.js";

/** How a history is opened. */
export interface OpenOptions {
  /** Name of the IndexedDB database. Default: `knowngood`. */
  readonly database?: string;
  /** `read` opens without the right to change anything: such calls fail with `read_only`. Default: `write`. */
  readonly access?: "read" | "write";
  /** `memory` keeps everything in memory and loses it with the page. Default: `browser`, which is IndexedDB. */
  readonly storage?: "browser" | "memory";
}

/** How a draft is opened. */
export interface DraftOptions {
  /** Where the draft's files live. Needed to capture without naming files, to diff against the files, and to restore. */
  readonly workspace?: Workspace;
  /** Settings to change at once, as by `configure`. */
  readonly settings?: SettingsPatch;
}

/** All drafts of one database. */
export interface History {
  /**
   * The browser's words, when it had found its database damaged and removed all that was in it, just before this opening:
   * the drafts are new and empty then. `null`: nothing of the kind. Only Chromium says so, and once.
   */
  readonly lost: string | null;
  /** Opens one draft. A draft that was never captured is an empty one; opening it stores nothing. */
  draft(id: string, options?: DraftOptions): Promise<Draft>;
  /** The drafts that are stored in this browser, by id. */
  drafts(): Promise<DraftSummary[]>;
  /** Answers an address such as `/drafts/d_42/c/7`, also as a full URL. Never fails for an address that names nothing. */
  lookup(address: string): Promise<LookUp>;
  /** How much is stored, and how much the browser gives. */
  usage(): Promise<Usage>;
  /** Deletes a draft with all of its history. Nothing brings it back. */
  deleteDraft(id: string): Promise<void>;
  /** Calls `listener` after each change that this tab or another one stored. The answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Closes the database. Later calls fail with `closed`. */
  close(): Promise<void>;
}

/** One draft: its checkpoints, and the way back to each. */
export interface Draft {
  /** The id that the host gave. */
  readonly id: string;
  /** Takes a checkpoint, unless nothing changed or the rules say not to; `reason` then says why. */
  capture(request: CaptureRequest): Promise<CaptureResult>;
  /** Writes a build's verdict on the files of checkpoint `n`: every checkpoint with the same files then has it. */
  stamp(n: number, verdict: Verdict): Promise<Row>;
  /** The kept checkpoints, newest first. */
  checkpoints(): Promise<Row[]>;
  /** One checkpoint. Fails with `no_checkpoint` or `pruned`. */
  checkpoint(n: number): Promise<Row>;
  /** What **Restore last known good** would restore, or why there is nothing. */
  lastKnownGood(): Promise<LastKnownGood>;
  /** The files of checkpoint `n`, by path. */
  files(n: number): Promise<HeldFile[]>;
  /** The bytes of one file of checkpoint `n`. Fails with `no_file` or `damaged`. */
  read(n: number, path: string): Promise<Uint8Array>;
  /** What differs between two checkpoints, or between one and the files as they are now. */
  diff(request?: DiffRequest): Promise<Diff>;
  /** Works out what restoring checkpoint `n` would do. Changes nothing. */
  planRestore(n: number, options?: RestoreOptions): Promise<Plan>;
  /**
   * Begins a turn: the session is busy, and what the person changed is saved as theirs. Waits for that no longer than the
   * setting `turnWaitMs`, and never fails because of it. A turn that is begun twice is begun once.
   */
  beginTurn(request: TurnRequest): Promise<TurnBegun>;
  /** Notes that an agent writes a file. Fails with `turn_left` when its turn is over: then refuse the write. */
  recordWrite(write: WriteRecord): Promise<void>;
  /**
   * Ends a turn: saves what it changed, and what the agent remembers. Ending it again adds what came since. Fails with
   * `turn_left` when the conversation was rewound past it: nothing is then taken for the turn's.
   */
  endTurn(ending: TurnEnding): Promise<TurnEnded>;
  /** Marks turns that the agent compacted away: they read `Older than fx remembers`, and their files still restore. */
  forgetTurns(forgotten: Forgotten): Promise<void>;
  /** Every known turn, newest first, those without a checkpoint too. */
  turns(): Promise<Turn[]>;
  /** The live conversation of each session. */
  sessions(): Promise<Session[]>;
  /** What an agent needs to start where its conversation is now. `null`: no turn of this session is known. */
  session(id: string): Promise<SessionState | null>;
  /** Deletes a session's conversation and its branches. Checkpoints stay. */
  deleteSession(id: string): Promise<void>;
  /** The parked conversations, newest first. */
  branches(): Promise<Branch[]>;
  /**
   * Works out **Resume fx here**: files to checkpoint `n`, the first of its turn, and the conversation to that turn. A turn
   * that changed no file is named by its id. Changes nothing.
   */
  planResume(at: number | { readonly turn: string }, options?: ResumeOptions): Promise<Plan>;
  /** Works out **Resume this branch**: the live conversation is parked, the branch is live, and its files are back. */
  planResumeBranch(id: string, options?: ResumeOptions): Promise<Plan>;
  /** Works out going back over the last restore, resume or swap. Fails with `nothing_to_undo`. */
  planUndo(options?: { readonly force?: boolean }): Promise<Plan>;
  /** Works out going forward again over what was undone. Fails with `nothing_to_redo`. */
  planRedo(options?: { readonly force?: boolean }): Promise<Plan>;
  /** What was done, newest first. */
  operations(): Promise<Operation[]>;
  /** What restores and the like saved first, newest first; `savedBefore` says what did it. */
  backstops(): Promise<Row[]>;
  /** What a page shows beside the list: the count, the next undo and redo, who is at work. */
  status(): Promise<DraftStatus>;
  /** Carries out a plan of this draft. Fails with `plan_stale` when the files are no longer those it was made for. */
  apply(plan: Plan): Promise<Receipt>;
  /** A restore that was cut off, if there is one: to be finished or rolled back by `recover`. */
  interrupted(): Promise<Interrupted | null>;
  /** Ends a restore that was cut off: all of its files as they were to be, or all as they were before. */
  recover(way: "finish" | "rollBack"): Promise<Receipt>;
  /** Reports what an agent is doing. While one is busy a restore is refused, unless it is forced. */
  reportAgent(report: AgentReport): Promise<void>;
  /** The draft's settings. */
  settings(): Promise<Settings>;
  /** Changes settings; what `patch` does not name stays as it is. */
  configure(patch: SettingsPatch): Promise<Settings>;
  /** Runs a `checkpoint …` command: one line, or words that a shell has already split (`checkpoint` first or left out). */
  terminal(command: string | readonly string[], options?: TerminalOptions): Promise<TerminalResult>;
  /** Counts the lines of checkpoints that were not counted yet. The answer is how many rows got their counts. */
  countLines(): Promise<number>;
}
