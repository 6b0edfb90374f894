// What was done to a draft, in order, and the way back over it.

/** What an operation did. */
export type Act = "capture" | "restore" | "resume" | "swap" | "undo" | "redo" | "prune" | "drop" | "delete";

/** One entry of the log. */
export interface Operation {
  /** Its place in the log; a prune or a drop has that of the operation it went with. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly act: Act;
  /** What it did, as a sentence. */
  readonly text: string;
  /** The checkpoint it is about, if it is about one. */
  readonly n: number | null;
  /** What undo and redo can do with it. `null`: it is not walked, or what it needs is gone. */
  readonly walk: "undo" | "redo" | null;
}

/** The next step of undo or redo. */
export interface Step {
  readonly offered: boolean;
  /** Why not. `null` when it is offered. */
  readonly why: string | null;
  /** What it would do, such as `Undo: restore of checkpoint 3 (It works)`. `null` when there is nothing. */
  readonly text: string | null;
}

/** What a page shows beside the list. */
export interface DraftStatus {
  /** How many turns the live conversations have: the count of the tab. */
  readonly turns: number;
  readonly undo: Step;
  readonly redo: Step;
  /** The name of an agent that is at work, here or in another tab. */
  readonly busy: string | null;
}
