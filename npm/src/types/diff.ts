// What differs between two states of the files.

import type { FileMode } from "./workspace.js";

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
