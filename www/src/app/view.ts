// What the page shows of one draft. Plain data: it is made by the session and given to elements.

import type { BuildOutcome } from "../build/outcome.js";
import type { ChangedBy, FileEntry } from "../files/draft-files.js";
import type { Interrupted, LastKnownGood, Row, Usage } from "../history.js";
import type { ConversationView } from "./conversation-view.js";

/** What the page shows of one draft. */
export interface View {
  readonly id: string;
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly FileEntry[];
  /** Paths whose text is not in the file yet. */
  readonly unsaved: ReadonlySet<string>;
  /** Files that were changed by somebody else under unsaved text, which was kept. */
  readonly changedUnder: ReadonlyMap<string, ChangedBy>;
  /** The files are others than those of the current checkpoint, as far as is known. */
  readonly edited: boolean;
  /** Changes whenever a file does. */
  readonly revision: number;
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly lastKnownGood: LastKnownGood | null;
  readonly interrupted: Interrupted | null;
  readonly conversation: ConversationView;
  readonly usage: Usage | null;
  readonly build: BuildView;
  readonly status: Status | null;
  readonly busy: Busy | null;
  /** Lasting troubles: no history, files only in memory. One sentence each. */
  readonly troubles: readonly string[];
}

/** The newest build. */
export interface BuildView {
  /** The checkpoint that it compiles or has compiled; `null` when no checkpoint holds what was built. */
  readonly n: number | null;
  readonly running: boolean;
  readonly outcome: BuildOutcome | null;
}

/** What happened last. */
export interface Status {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  /** The checkpoint that Undo goes back to. */
  readonly undo: number | null;
  /** What goes back: after an undo it is the redo. Left out: the undo. */
  readonly way?: "undo" | "redo";
}

/** What is being done now. */
export interface Busy {
  readonly text: string;
  /** How far it is; `null` when nobody knows. */
  readonly done: number | null;
  readonly of: number | null;
  readonly cancellable: boolean;
  /** Files are being put back: nothing may be typed meanwhile. */
  readonly locks: boolean;
}
