// What the list is given.

import type { CheckpointReader } from "../parts/reader.js";
import type { Action, Branch, Interrupted, LastKnownGood, Row, Step, Turn } from "../parts/surface.js";

/** What the list shows. What is left out, the host does not have: the list then has no such part. */
export interface CheckpointListView {
  readonly draft: string;
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly good: LastKnownGood | null;
  readonly interrupted: Interrupted | null;
  /** The files differ from the current checkpoint. */
  readonly edited: boolean;
  /** What is being done, in words: nothing can be pressed meanwhile. */
  readonly busy: string | null;
  readonly reader: CheckpointReader;
  /** Changes when the files now are others: what was compared with them is compared again. */
  readonly revision: string | number;
  /** The next steps of undo and redo. */
  readonly undo?: Action & Partial<Step>;
  readonly redo?: Action & Partial<Step>;
  /** The name of an agent that is at work: what goes back waits for it. */
  readonly agent?: string | null;
  /** All turns: those without a row are shown too. */
  readonly turns?: readonly Turn[];
  /** The parked conversations. */
  readonly branches?: readonly Branch[];
  /** What was saved before something overwrote files: a section of its own. Else those rows stand among the others. */
  readonly backstops?: readonly Row[];
  /** The conversation that is looked at: it comes first. */
  readonly session?: string | null;
  /** What a person calls the conversations, by session. */
  readonly sessionNames?: ReadonlyMap<string, string>;
}
