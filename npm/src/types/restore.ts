// Going back: the plan, what was done, and what was cut off.

import type { LeftOutReason, Warning } from "./capture.js";
import type { ErrorCode } from "./error-code.js";

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
  /** The checkpoint whose files are back: that of a cut-off restore that was rolled back is what it saved first. */
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
  /** How to go back: restore `n`. `null`: there was nothing to do, or a cut-off restore was rolled back. */
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
