// Going back: the plan, what was done, and what was cut off.

import type { Branch } from "./branch.js";
import type { LeftOutReason, Warning } from "./capture.js";
import type { ErrorCode } from "./error-code.js";
import type { Action } from "./row.js";
import type { Turn } from "./turn.js";

/** What goes back. */
export type Scope = "files" | "conversation" | "both";

/** How a restore is wanted. */
export interface RestoreOptions {
  /** Only these files. Left out: all. */
  readonly paths?: readonly string[];
  /** Also while an agent is busy. */
  readonly force?: boolean;
  /** What goes back. Default: `files`. With the other two it is a `planResume`. */
  readonly scope?: Scope;
}

/** How a resume is wanted. */
export interface ResumeOptions {
  /** What goes back. Default: `both`. */
  readonly scope?: Scope;
  /** Also while an agent is busy. */
  readonly force?: boolean;
}

/** What a restore is about to do. */
export interface Plan {
  /** Names the plan; a plan is good for one `apply`, by the draft object that made it. */
  readonly id: string;
  /** What applying it is. */
  readonly act: "restore" | "resume" | "swap" | "undo" | "redo";
  /** What it does, as a sentence for the confirmation. */
  readonly title: string;
  /** What goes back. */
  readonly scope: Scope;
  /** Which scopes there are, and why not the others. */
  readonly scopes: Readonly<Record<Scope, Action>>;
  /** The checkpoint to restore. With the scope `conversation`: the one that the draft is on. */
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
  /** What happens to the conversation. `null`: it stays as it is. */
  readonly conversation: PlannedConversation | null;
  /** Why it cannot be applied. `null`: it can. */
  readonly refused: Refusal | null;
}

/** What happens to a conversation. */
export interface PlannedConversation {
  readonly session: string;
  /** The turn that will be the last one. `null`: none; the conversation has not begun there. */
  readonly turn: Turn | null;
  /** How many turns are left behind. */
  readonly turnsLeft: number;
  /** Their label as a branch, when they are parked. `null`: nothing is left, or a branch has them already. */
  readonly parked: string | null;
  /** The branches that are dropped, since more than the setting `branches` would be parked. */
  readonly dropped: readonly Branch[];
  /** Branches that were dropped and come back (undo and redo only), by their labels. */
  readonly broughtBack: readonly string[];
  /** The prompt of the first turn that is left behind, for the input. `null`: no turn is left. */
  readonly prompt: string | null;
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
  /** What was done to the conversation. `null`: nothing. */
  readonly conversation: MovedConversation | null;
  /**
   * How to go back: `checkpoint undo`, or after an undo `checkpoint redo`; `n` holds the files as they were. `null`: there
   * was nothing to do, or a cut-off restore was rolled back.
   */
  readonly undo: { readonly n: number; readonly command: string } | null;
}

/** A conversation that was moved: let its running agent go, and start the next one from `draft.session(session)`. */
export interface MovedConversation {
  readonly session: string;
  /** The turn that is the last one now. `null`: none. */
  readonly turn: Turn | null;
  /** How many turns were left behind. */
  readonly turnsLeft: number;
  /** The id of the branch that has them. `null`: no turn was left. */
  readonly branch: string | null;
  /** The prompt that was left, for the input. */
  readonly prompt: string | null;
  /** What the agent is to be told: which turns it does not remember, and that it must not speak of them. */
  readonly note: string;
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
