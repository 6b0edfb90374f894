// What the page shows of one draft.

import type { Interrupted, LastKnownGood, Row, Usage } from "./history.js";
import type { TextFile } from "./text-file.js";

/** What the page shows. */
export interface View {
  readonly id: string;
  readonly paths: readonly string[];
  readonly rows: readonly Row[];
  readonly good: LastKnownGood | null;
  readonly interrupted: Interrupted | null;
  readonly usage: Usage | null;
  readonly opened: { readonly path: string; readonly file: TextFile } | null;
  readonly status: Status | null;
  /** What is being done now. */
  readonly busy: string | null;
  /** Lasting troubles: no history, files only in memory. */
  readonly troubles: readonly string[];
}

/** What happened last. */
export interface Status {
  readonly tone: "good" | "bad";
  readonly text: string;
  /** The checkpoint that Undo restores. */
  readonly undo: number | null;
}

/** Something went well. */
export function good(text: string): Status {
  return { tone: "good", text, undo: null };
}

/** Something went wrong. */
export function bad(text: string): Status {
  return { tone: "bad", text, undo: null };
}
