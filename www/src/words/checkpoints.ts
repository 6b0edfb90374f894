// What the checkpoints' elements say, in English: one table, and the sentences that are made of numbers.

import type { Act } from "../elements/checkpoint-list/groups.js";
import type { FileDiff, LastKnownGood, LookUp, Plan, Receipt, Row, Verdict } from "../elements/parts/surface.js";

/** Words that stand alone. */
export const words = {
  checkpoint: "Checkpoint",
  checkpoints: "Checkpoints",
  checkpointAddress: "Address of a checkpoint",
  youAreHere: "You are here",
  edited: "edited since",
  hereEdited: "You are here, edited since",
  executable: "may be run",
  leftOut: "What was left out",
  lookInside: "Look inside",
  ofCheckpoint: "of checkpoint",
  buildSaid: "What the build said",
  saved: "Saved",
  interruptedHint:
    "Your files are all in the history: those of before are saved. Nothing else can be restored until it is ended.",
  notUtf8: "Some of its bytes are not UTF-8; they show as \uFFFD.",
  pinned: "Pinned",
  backstop: "Backstop",
  restore: "Restore",
  restoreGood: "Restore last known good",
  restoreThis: "Restore this checkpoint",
  openProject: "Open project",
  allDrafts: "All drafts",
  changes: "Changes",
  files: "Files",
  link: "Address",
  buildAgain: "Build again",
  build: "Build it",
  undo: "Undo",
  redo: "Redo",
  finish: "Finish the restore",
  rollBack: "Roll it back",
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  copy: "Copy",
  copyPatch: "Copy as a patch",
  copied: "Copied",
  download: "Download",
  downloadPatch: "Download as a patch",
  sinceThen: "Since then",
  filter: "Filter files",
  looking: "Looking…",
  reading: "Reading…",
  comparing: "Comparing…",
  retry: "Try again",
  noChange: "No file differs.",
  noChangeSince: "Your files are these. Nothing changed since.",
  noFiles: "This checkpoint holds no files.",
  noMatch: "No file's name has that in it.",
  emptyFile: "The file is empty.",
  empty: "No checkpoint yet",
  emptyHint: "One is taken with every save, build and command that changes files. Nothing needs to be set up.",
  savedFirst: "Your files are saved first, as",
  binary: "Binary",
  damaged: "Damaged",
  binaryDiff: "This is a binary file. Its bytes differ.",
  binaryFile: "This is a binary file. It can be downloaded.",
  damagedDiff: "Its stored bytes are damaged, so the change cannot be shown.",
  damagedFile: "Its stored bytes are damaged and cannot be read. Other files are not touched by this.",
  tooLarge: "This file is too large to be shown here. It can be downloaded.",
  tooLargeDiff: "This change is too large to be shown here. The patch holds all of it.",
  plainDiff: "A large file: its change is shown as a patch.",
  onlyMode: "Only its mode differs.",
  onlyName: "Only its name differs.",
  onlyLineEnds: "Only its line ends differ:",
  onlyBytes: "Its bytes differ in a way that text does not show. The patch holds the difference.",
  notCopied: "The browser did not allow it. Download it instead.",
  working: "Working…",
} as const;

/** "1 file", "2 files". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

/** A size for a person, in powers of 1,000. */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) {
    return count(value, "byte");
  }
  return `${value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ""}`;
}

/** A verdict in words; its sign stands beside it. */
export function verdictWords(verdict: Verdict | null): string {
  if (verdict === null) {
    return "Not built";
  }
  return verdict.result === "success" ? "Passed" : `Failed, ${count(verdict.errors, "error")}`;
}

/** How many files a checkpoint changed. */
export function changedWords(row: Row): string {
  return row.filesChanged === 0 ? "No file changed" : count(row.filesChanged, "file");
}

/** Lines added and removed, for those who cannot see + and −. */
export function linesWords(added: number, removed: number): string {
  return `${count(added, "line")} added, ${removed.toLocaleString("en")} removed`;
}

/** How many files a checkpoint does not hold. */
export function leftOutWords(row: Row): string {
  return `${(row.leftOut.length + row.leftOutMore).toLocaleString("en")} left out`;
}

/** "1 warning". */
export function warningsWords(n: number): string {
  return count(n, "warning");
}

/** "1 checkpoint", for those who hear the number in the header. */
export function countWords(n: number): string {
  return count(n, "checkpoint");
}

/** The headings of the list: what made the checkpoints under them. */
export const actWords: Readonly<Record<Act, string>> = {
  template: "From the template",
  message: "By your message",
  edit: "Edits",
  shell: "In the terminal",
  build: "Save & rebuild",
  restore: "Before a restore",
};

/** The title of a restore's confirmation. */
export function restoreTitle({ n, label }: Plan): string {
  return `Restore checkpoint ${n}: ${label}`;
}

/** What follows the names that are known. */
export function leftOutMoreWords(more: number): string {
  return `and ${more.toLocaleString("en")} more, whose names were not kept`;
}

/** Why there is no **Restore last known good**. */
export function noGoodWords(good: LastKnownGood | null): string {
  return good?.why ?? "";
}

/** What a file's status is called. */
export const statusWords: Readonly<Record<FileDiff["status"], string>> = {
  added: "added",
  removed: "removed",
  changed: "changed",
  renamed: "renamed",
  mode: "mode",
};

/** The letter that stands for a status. */
export const statusLetters: Readonly<Record<FileDiff["status"], string>> = {
  added: "A",
  removed: "D",
  changed: "M",
  renamed: "R",
  mode: "M",
};

/** What became of a file's mode. */
export function modeWords({ modeBefore, modeAfter }: FileDiff): string | null {
  if (modeBefore === undefined || modeAfter === undefined) {
    return null;
  }
  return modeAfter === "executable" ? "may now be run" : "may no longer be run";
}

/** What a diff is of. */
export function againstWords(from: number | "files" | null, to: number | "files"): string {
  const name = (side: number | "files"): string => (side === "files" ? "your files now" : `checkpoint ${side}`);
  return from === null ? `${capital(name(to))} against the empty draft` : `From ${name(from)} to ${name(to)}`;
}

/** What a plan is about to do to the files. */
export function planWords(plan: Plan): string {
  if (plan.nothingToDo) {
    return "Your files are already those of this checkpoint. There is nothing to do.";
  }
  const parts: string[] = [];
  if (plan.write.length > 0) {
    parts.push(`${count(plan.write.length, "file")} will be written`);
  }
  if (plan.remove.length > 0) {
    parts.push(`${count(plan.remove.length, "file")} will be removed`);
  }
  const rest = plan.unchanged > 0 ? ` ${count(plan.unchanged, "file")} ${is(plan.unchanged)} right already.` : "";
  return parts.length === 0 ? `No file will be written or removed.${rest}` : `${parts.join(" and ")}.${rest}`;
}

/** The warning when files go. */
export function removalWords(plan: Plan): string {
  const files = count(plan.remove.length, "file");
  return `${files} that you have now will be gone. ${plan.remove.length === 1 ? "It is" : "They are"} in the checkpoint that is saved first.`;
}

/** The heading of a list of names in a confirmation. */
export function listWords(what: "write" | "remove" | "leftAlone" | "inTheWay", length: number): string {
  const names = { write: "Written", remove: "Removed", leftAlone: "Left alone", inTheWay: "In the way" };
  return `${names[what]}: ${count(length, "file")}`;
}

/** What a restore did. */
export function receiptWords(receipt: Receipt): string {
  if (receipt.safety === null) {
    return `Your files are already those of checkpoint ${receipt.n}.`;
  }
  const parts = [`${count(receipt.written.length, "file")} written`];
  if (receipt.removed.length > 0) {
    parts.push(`${receipt.removed.length.toLocaleString("en")} removed`);
  }
  if (receipt.leftAlone.length > 0) {
    parts.push(`${receipt.leftAlone.length.toLocaleString("en")} left alone`);
  }
  return `Checkpoint ${receipt.n} is restored: ${parts.join(", ")}. What was there is checkpoint ${receipt.safety}.`;
}

/** The headings of the address page where there is nothing to show. */
export const addressHeadings: Readonly<Record<Exclude<LookUp["state"], "found" | "damaged">, string>> = {
  pruned: "This checkpoint is no longer kept",
  never_existed: "There never was such a checkpoint",
  not_on_this_device: "This draft is not in this browser",
  not_an_address: "This is not the address of a checkpoint",
};

/** What more there is to say where an address leads nowhere. */
export const addressNotes: typeof addressHeadings = {
  pruned: "A draft keeps its newest checkpoints; older ones go, but never the last one that built.",
  never_existed: "Numbers count from 1 and are never given twice. The list of the project has those there are.",
  not_on_this_device:
    "Checkpoints live in the browser that made them, and are sent nowhere. If it was this one, its data for this site was cleared, or this is a private window.",
  not_an_address: "An address of a checkpoint looks like /drafts/my-draft/c/7.",
};

/** What is still good of a damaged checkpoint. */
export function damagedWords(files: number): string {
  return `${count(files, "file")} of it cannot be read. All others are whole and can be opened below.`;
}

/** "+12 more". */
export function moreWords(more: number): string {
  return `+${more.toLocaleString("en")} more`;
}

function is(n: number): string {
  return n === 1 ? "is" : "are";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
