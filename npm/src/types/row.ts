// One checkpoint, as a list shows it.

import type { CaptureKind, LeftOutFile, Warning } from "./capture.js";
import type { TurnState } from "./turn.js";
import type { FileMode } from "./workspace.js";

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
  /** The turn that made it. `null`: no turn did. */
  readonly turn: RowTurn | null;
  /** What it was saved before, for a backstop: such as `Restore of checkpoint 3 (It works)`. */
  readonly savedBefore: string | null;
  /** What can be done with it now. `resume` is **Resume fx here**. */
  readonly actions: { readonly restore: Action; readonly resume: Action };
}

/** The turn that made a checkpoint, as its row shows it. */
export interface RowTurn {
  readonly id: string;
  readonly session: string;
  /** Its depth in its conversation, from 1 on. */
  readonly number: number;
  readonly prompt: string;
  readonly state: TurnState;
  /** Such as `Turn 3`. */
  readonly chip: string;
  /** `No checkpoint for this turn: …`, where something of the turn has none. */
  readonly noCheckpoint: string | null;
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
