// The public surface: what a host gives and what it gets back.
// Every value is plain data that `structuredClone` takes, so that all of it crosses to a worker and back unchanged.

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

/** Where the draft's files live, seen through the host's own file system. Any call may answer at once or later. */
export interface Workspace {
  /** Every file that is there, excluded ones too, in any order. Folders have no entry. */
  list(): Promise<readonly WorkspaceEntry[]> | readonly WorkspaceEntry[];
  /** The bytes of a file. Throw where it cannot be read: the sentence is shown beside the file's name. */
  read(path: string): Promise<Uint8Array> | Uint8Array;
  /** Writes a file whole, making the folders above it. */
  write(path: string, bytes: Uint8Array, options: { readonly mode: FileMode }): Promise<void> | void;
  /** Removes a file. Folders that it leaves empty may go with it. */
  remove(path: string): Promise<void> | void;
  /** Text in editors that is not written to its file yet: part of what a restore saves first. */
  unsaved?(): Promise<FileMap> | FileMap;
}

/** One file of a listing. */
export interface WorkspaceEntry {
  /** Relative to the draft, with `/` between its parts. */
  readonly path: string;
  /** Length in bytes. */
  readonly size: number;
  /** Any value that changes whenever the content does: a time, a counter, a hash. */
  readonly version: number | string;
  /** Default: `regular`. */
  readonly mode?: FileMode;
}

/** Whether a file may be run. */
export type FileMode = "regular" | "executable";

/** Files by path. Text stands for its UTF-8 bytes. Use a `Map` where a path may be `__proto__`. */
export type FileMap = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** Files by path; `null`: the file is gone. */
export type ChangeMap =
  ReadonlyMap<string, Uint8Array | string | null> | Readonly<Record<string, Uint8Array | string | null>>;

/** What a capture is for. `message` is a person's own and is always taken, changed or not. */
export type CaptureKind = "template" | "edit" | "build" | "message";

/** A capture. With neither `files` nor `changes` the workspace is asked. */
export interface CaptureRequest {
  /** What made it. */
  readonly kind: CaptureKind;
  /** What a person calls it. Left out: a label that says the kind and what changed. */
  readonly label?: string;
  /** All files of the draft. */
  readonly files?: FileMap;
  /** Only what changed since the current checkpoint. A file that is known keeps its mode; a new one is regular. */
  readonly changes?: ChangeMap;
}

/** What a capture did. */
export interface CaptureResult {
  /** The checkpoint that was taken. `null`: none was, and `reason` says why. */
  readonly checkpoint: Row | null;
  /** `nothing_changed`: the files are those of the current checkpoint. `off`: the draft's settings say none. */
  readonly reason: "nothing_changed" | "off" | "too_large" | null;
  /** A sentence for a person. */
  readonly message: string;
  /** What was not taken, by name. */
  readonly leftOut: readonly LeftOutFile[];
  /** What a person should know of what was taken. */
  readonly warnings: readonly Warning[];
  /** Files that differ from the checkpoint before. */
  readonly filesChanged: number;
  /** Bytes of content that were not stored before. */
  readonly newBytes: number;
  /** Bytes that this capture added to the database. */
  readonly storedBytes: number;
}

/** One checkpoint as a list shows it. */
export interface Row {
  /** Its number: counts from 1 and is never given twice. */
  readonly n: number;
  readonly label: string;
  /** `safety`: what a restore saved first. */
  readonly kind: CaptureKind | "safety";
  /** Milliseconds since 1970, as of `Date.now()`. */
  readonly takenAt: number;
  /** `null`: never built. */
  readonly verdict: Verdict | null;
  /** How many files it holds. */
  readonly files: number;
  /** Their sizes added up. */
  readonly bytes: number;
  /** The checkpoint it is compared with. `null`: the empty draft. */
  readonly against: number | null;
  /** Files that differ from `against`. */
  readonly filesChanged: number;
  /** `null` until they are counted. */
  readonly linesAdded: number | null;
  /** `null` until they are counted. */
  readonly linesRemoved: number | null;
  /** What it does not hold, by name. */
  readonly leftOut: readonly LeftOutFile[];
  /** How many more it does not hold. */
  readonly leftOutMore: number;
  readonly warnings: readonly Warning[];
  /** The draft is on it. */
  readonly current: boolean;
  /** It is never forgotten. */
  readonly pinned: boolean;
  /** What can be done with it now. */
  readonly actions: { readonly restore: Action };
}

/** Whether something can be done, and else why not. */
export interface Action {
  readonly offered: boolean;
  /** A sentence. `null` when it is offered. */
  readonly why: string | null;
}

/** What a build said. */
export type Verdict =
  { readonly result: "success" } | { readonly result: "failed"; readonly errors: number; readonly message?: string };

/** Why a file was not taken. */
export type LeftOutReason = "excluded" | "git_folder" | "too_large" | "unreadable" | "bad_path";

/** A file that a checkpoint does not hold, or a folder with all that is in it (`path` then ends in `/`). */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: LeftOutReason;
  readonly message: string;
}

/** Something odd about a checkpoint that was taken. */
export interface Warning {
  readonly code: "names_collide" | "rules_changed" | "restore_unfinished";
  readonly message: string;
  /** The files it is about. */
  readonly paths: readonly string[];
}

/** What **Restore last known good** would restore. */
export interface LastKnownGood {
  readonly checkpoint: Row | null;
  /** Why there is none. */
  readonly why: string | null;
}

/** One file of a checkpoint. */
export interface HeldFile {
  readonly path: string;
  /** Length in bytes. */
  readonly size: number;
  readonly mode: FileMode;
  /** Names the content: BLAKE3, 64 hexadecimal digits. Same bytes, same id. */
  readonly blob: string;
}

/** How a restore is wanted. */
export interface RestoreOptions {
  /** Only these files. Left out: all. */
  readonly paths?: readonly string[];
  /** Also while an agent is busy. */
  readonly force?: boolean;
}

/** What a restore is about to do. */
export interface Plan {
  /** Names the plan; a plan is good for one `apply`, by the draft object that made it. */
  readonly id: string;
  /** The checkpoint to restore. */
  readonly n: number;
  /** Its label. */
  readonly label: string;
  /** Files that will be written. */
  readonly write: readonly PlannedWrite[];
  /** Files that will be removed. */
  readonly remove: readonly string[];
  /** How many files are already as they shall be. */
  readonly unchanged: number;
  /** Files that stay as they are although the checkpoint does not hold them. */
  readonly leftAlone: readonly LeftAloneFile[];
  /** Files that stop the restore: they would be lost, and no checkpoint holds them. */
  readonly inTheWay: readonly LeftAloneFile[];
  /** Nothing to write and nothing to remove: applying it does nothing and saves nothing. */
  readonly nothingToDo: boolean;
  /** The label of the checkpoint that is saved first. */
  readonly safetyLabel: string;
  readonly warnings: readonly Warning[];
  /** Why it cannot be applied. `null`: it can. */
  readonly refused: Refusal | null;
}

/** A file that a restore writes. */
export interface PlannedWrite {
  readonly path: string;
  /** `added`: there is no such file now. */
  readonly change: "added" | "changed";
  /** Length in bytes of what is written. */
  readonly bytes: number;
}

/** A file that a restore does not touch. */
export interface LeftAloneFile {
  readonly path: string;
  readonly reason: LeftOutReason | "not_chosen" | "folder_in_place" | "file_in_place";
  readonly message: string;
}

/** Why something is refused. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  /** The files it is about, if it is about files. */
  readonly paths: readonly string[];
}

/** What a restore did, computed from the result. */
export interface Receipt {
  /** The checkpoint that was restored. */
  readonly n: number;
  /** The checkpoint that was saved first. `null`: there was nothing to do. */
  readonly safety: number | null;
  /** Files written, by path. */
  readonly written: readonly string[];
  /** Files removed, by path. */
  readonly removed: readonly string[];
  /** How many files were already as they should be. */
  readonly unchanged: number;
  readonly leftAlone: readonly LeftAloneFile[];
  /** The files were compared with the checkpoint afterwards and are the same. */
  readonly exact: true;
  /** Names the files as they are now: the tree id, 64 hexadecimal digits. */
  readonly tree: string;
  /** How to go back: restore `n`. `null`: there was nothing to do. */
  readonly undo: { readonly n: number; readonly command: string } | null;
}

/** A restore that was cut off. */
export interface Interrupted {
  /** The checkpoint that was being restored. */
  readonly n: number;
  /** Its label. */
  readonly label: string;
  /** The checkpoint that was saved first. */
  readonly safety: number;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
  /** A sentence for a person. */
  readonly message: string;
}

/** What an agent session is doing. A restore is refused during the first three. */
export type AgentState = "starting" | "working" | "needs_input" | "done" | "idle" | "unknown";

/** A host's word on an agent session. */
export interface AgentReport {
  /** The session's id. */
  readonly session: string;
  /** What a person calls it. */
  readonly name: string;
  readonly state: AgentState;
}

/** What an address leads to. */
export type LookUp =
  | (LookUpText & {
      readonly state: "found";
      readonly draft: string;
      readonly n: number;
      readonly checkpoint: Row;
      readonly files: readonly HeldFile[];
    })
  | (LookUpText & {
      /** It is there, but some of its files cannot be read: `damaged` names them. */
      readonly state: "damaged";
      readonly draft: string;
      readonly n: number;
      readonly checkpoint: Row;
      readonly damaged: readonly string[];
      readonly files: readonly HeldFile[];
    })
  | (LookUpText & {
      /** `pruned`: it was there once. `not_on_this_device`: this browser holds nothing of the draft. */
      readonly state: "pruned" | "never_existed" | "not_on_this_device";
      readonly draft: string;
      readonly n: number;
    })
  | (LookUpText & { readonly state: "not_an_address" });

/** What every look-up says. */
export interface LookUpText {
  /** A sentence for a person. */
  readonly message: string;
  /** What can be done. */
  readonly hint: string;
}

/** Which two states to compare. */
export interface DiffRequest {
  /** The older side. Left out: the checkpoint before `to`. `files`: the files as they are now. */
  readonly from?: number | "files";
  /** The newer side. Left out: `files` when `from` is given, else the newest checkpoint. */
  readonly to?: number | "files";
  /** Only this file, or what is in this folder. */
  readonly path?: string;
  /** Lines around each change. Default 3. */
  readonly context?: number;
  /** Only count: `text` is then `null`. */
  readonly stat?: boolean;
}

/** What differs. */
export interface Diff {
  /** The older side. `null`: the empty draft. */
  readonly from: number | "files" | null;
  readonly to: number | "files";
  /** Such as `Checkpoint 2 against checkpoint 1: 2 files, +2 -1`. */
  readonly title: string;
  readonly files: readonly FileDiff[];
  /** Lines added in all. */
  readonly added: number;
  /** Lines removed in all. */
  readonly removed: number;
  /** A unified diff for people; bytes that are not UTF-8 show as U+FFFD. `null` with `stat`. */
  readonly text: string | null;
  /** The same with its exact bytes, for `git apply`. Left out with `stat`. */
  readonly textBytes?: Uint8Array;
}

/** One file of a diff. */
export interface FileDiff {
  readonly path: string;
  /** Its old path, when it was renamed. */
  readonly from?: string;
  /** `mode`: same bytes, but it may or may no longer be run. */
  readonly status: "added" | "removed" | "changed" | "renamed" | "mode";
  /** Lines. `null` for a binary or damaged file. */
  readonly added: number | null;
  /** Lines. `null` for a binary or damaged file. */
  readonly removed: number | null;
  readonly binary: boolean;
  /** Its bytes cannot be read on at least one side. */
  readonly damaged: boolean;
  /** Given when the mode differs. */
  readonly modeBefore?: FileMode;
  /** Given when the mode differs. */
  readonly modeAfter?: FileMode;
}

/** What a command printed. */
export interface TerminalResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 0: done. 1: it failed. 2: the line is wrong, and nothing was done. */
  readonly exitCode: 0 | 1 | 2;
}

/** The settings of one draft. */
export interface Settings {
  /** `false`: only a message and a restore's safety checkpoint are taken. */
  readonly enabled: boolean;
  /** How many checkpoints are kept: 1 to 1000. */
  readonly keep: number;
  /** How many parked branches are kept. */
  readonly branches: number;
  /** A file of more bytes is left out. `null`: none is too large. */
  readonly fileBytes: number | null;
  /** A capture that would add more bytes than this is not taken. */
  readonly captureBytes: number;
  /** How long a capture before a turn may take, in milliseconds. */
  readonly turnWaitMs: number;
  /** What is excluded, in the syntax of `.gitignore`. The project's own rule files come after. */
  readonly patterns: readonly string[];
}

/** Settings to change. */
export type SettingsPatch = Partial<Settings>;

/** One stored draft. */
export interface DraftSummary {
  readonly id: string;
  /** How many checkpoints are kept. */
  readonly checkpoints: number;
  /** Bytes stored for it. */
  readonly bytes: number;
}

/** How much is stored. */
export interface Usage {
  readonly drafts: readonly DraftSummary[];
  /** Bytes stored by this database. */
  readonly bytes: number;
  /** Bytes the browser gives this origin. `null`: it does not say. */
  readonly quota: number | null;
  /** Bytes this origin uses, of all kinds. `null`: the browser does not say. */
  readonly usage: number | null;
  /** Whether the browser promised not to clear it by itself. `null`: it does not say. */
  readonly persisted: boolean | null;
}

/** Something was stored. */
export interface Change {
  /** The draft's id. */
  readonly draft: string;
  /** Which commit of the draft it is. `null`: the draft was deleted. */
  readonly revision: number | null;
  /** `elsewhere`: by another tab or worker. */
  readonly source: "here" | "elsewhere";
}

/** Everything that can go wrong, by its code. */
export type ErrorCode =
  | "no_checkpoint"
  | "pruned"
  | "not_on_this_device"
  | "agent_working"
  | "in_the_way"
  | "plan_stale"
  | "conflict"
  | "quota_exceeded"
  | "too_large"
  | "bad_path"
  | "damaged"
  | "newer_format"
  | "read_only"
  | "nothing_to_undo"
  | "storage_unavailable"
  | "closed"
  /** An argument is not what it should be. */
  | "bad_argument"
  /** The call needs a workspace, and the draft was opened without one. */
  | "no_workspace"
  /** The workspace could not list, read, write or remove. */
  | "workspace_failed"
  /** A restore was cut off; it comes first. */
  | "restore_interrupted"
  /** No draft of that id is stored. */
  | "no_draft"
  /** The checkpoint holds no such file. */
  | "no_file"
  /** A fault of this package. */
  | "internal";
