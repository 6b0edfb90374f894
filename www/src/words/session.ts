// What a draft's session says.

import type { Plan } from "../history.js";
import { count } from "./numbers.js";

/** Its sentences. */
export const sentences = {
  fleeting: (why: string): string => `The files live only as long as this page is open. ${why}`,
  noHistory: (why: string): string => `Checkpoints are not available here. ${why}`,
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
  putBack: (paths: readonly string[]): string =>
    `What was typed here and not saved is back: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ` and ${count(paths.length - 3, "more file")}` : ""}.`,
  notKept: (why: string): string => `What you type is not kept until you save it. ${why}`,
  excluded: (paths: readonly string[], why: string): string =>
    paths.length === 1
      ? `${paths[0] ?? ""} is saved, but no checkpoint holds it. ${why}`
      : `${count(paths.length, "file")} are saved, but no checkpoint holds them. ${paths[0] ?? ""}: ${why}`,
  cutOffTitle: "Copying was cut off",
  cutOff: (name: string, n: number): string =>
    `The page ended while ${name} was being copied. ${count(n, "file")} of it ${n === 1 ? "is" : "are"} here; others may be missing.`,
  cutOffAdvice: "Delete this draft and open it again from where it came, or keep what is here.",
  cutOffDelete: "Delete the draft",
  cutOffKeep: "Keep what is here",
  cutOffDeleted: (name: string): string => `${name} is deleted.`,
  buildStopped: "The build was stopped.",
  edited: (paths: readonly string[]): string =>
    paths.length === 1 ? `Edit ${paths[0] ?? ""}` : `Edit ${count(paths.length, "file")}`,
} as const;
