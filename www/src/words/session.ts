// What a draft's session says.

import type { Receipt } from "../history.js";
import { count, number } from "./numbers.js";

/** Its sentences. */
export const sentences = {
  fleeting: (why: string): string => `The files live only as long as this page is open. ${why}`,
  noHistory: (why: string): string => `Checkpoints are not available here. ${why}`,
  noHistoryHere: "This draft has no checkpoints here.",
  saving: "Saving…",
  capturing: "Taking a checkpoint…",
  comparing: "Comparing files…",
  restoring: "Restoring…",
  undoing: "Undoing…",
  recovering: "Putting the files right…",
  running: "Running…",
  nothingToSave: "There is nothing to save.",
  nothingToUndo: "There is nothing to undo.",
  savedWithoutCheckpoint: "Saved. No checkpoint was taken, since there is no history here.",
  captureStopped: "Stopped. No checkpoint was taken.",
  deletedElsewhere: "This draft was deleted in another tab. What is saved here makes it anew.",
  buildStopped: "The build was stopped.",
  edited: (paths: readonly string[]): string =>
    paths.length === 1 ? `Edit ${paths[0] ?? ""}` : `Edit ${count(paths.length, "file")}`,
  restored: (receipt: Receipt): string => {
    if (receipt.safety === null) {
      return `Your files are already those of checkpoint ${receipt.n}.`;
    }
    const done = `${count(receipt.written.length, "file")} written, ${number(receipt.removed.length)} removed`;
    const alone = receipt.leftAlone.length > 0 ? `, ${number(receipt.leftAlone.length)} left alone` : "";
    return `Checkpoint ${receipt.n} is restored: ${done}${alone}. What was there is checkpoint ${receipt.safety}.`;
  },
} as const;
