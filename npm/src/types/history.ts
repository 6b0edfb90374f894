// What a host opens, and what it may call.

import type { AgentReport } from "./agent.js";
import type { CaptureRequest, CaptureResult } from "./capture.js";
import type { Diff, DiffRequest } from "./diff.js";
import type { LookUp } from "./lookup.js";
import type { Interrupted, Plan, Receipt, RestoreOptions } from "./restore.js";
import type { HeldFile, LastKnownGood, Row, Verdict } from "./row.js";
import type { Settings, SettingsPatch } from "./settings.js";
import type { Change, DraftSummary, Usage } from "./storage.js";
import type { TerminalResult } from "./terminal.js";
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
  terminal(command: string | readonly string[]): Promise<TerminalResult>;
  /** Counts the lines of checkpoints that were not counted yet. The answer is how many rows got their counts. */
  countLines(): Promise<number>;
}
