// What a draft's session says.

import type { Plan } from "../history.js";
import { count } from "./numbers.js";

/** Its sentences. */
export const sentences = {
  fleeting: (why: string): string => `The files live only as long as this page is open. ${why}`,
  noHistory: (why: string): string => `Checkpoints are not available here. ${why}`,
  lost: (why: string): string =>
    `The browser found its storage damaged and removed every checkpoint that it held; the files are not touched. ${why}`,
  noHistoryHere: "This draft has no checkpoints here.",
  saving: "Saving…",
  capturing: "Taking a checkpoint…",
  comparing: "Comparing files…",
  applying: {
    restore: "Restoring…",
    resume: "Going back to that turn…",
    swap: "Resuming the branch…",
    undo: "Undoing…",
    redo: "Redoing…",
  } satisfies Record<Plan["act"], string>,
  recovering: "Putting the files right…",
  running: "Running…",
  nothingToSave: "There is nothing to save.",
  savedWithoutCheckpoint: "Saved. No checkpoint was taken, since there is no history here.",
  captureStopped: "Stopped. No checkpoint was taken.",
  deletedElsewhere: "This draft was deleted in another tab. What is saved here makes it anew.",
  buildStopped: "The build was stopped.",
  edited: (paths: readonly string[]): string =>
    paths.length === 1 ? `Edit ${paths[0] ?? ""}` : `Edit ${count(paths.length, "file")}`,
} as const;
