// Taking a checkpoint.

import type { Row } from "./row.js";
import type { ChangeMap, FileMap } from "./workspace.js";

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
  /** The id of the turn that made the changes, if one did. Fails with `turn_left` when it was rewound past. */
  readonly turn?: string;
}

/** What a capture did. */
export interface CaptureResult {
  /** The checkpoint that was taken. `null`: none was, and `reason` says why. */
  readonly checkpoint: Row | null;
  /** `nothing_changed`: the files are those of the current checkpoint. `off`: the draft's settings say none. */
  readonly reason: "nothing_changed" | "off" | null;
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
