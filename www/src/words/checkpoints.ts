// What the checkpoints' elements say, in English: one table, and the sentences that are made of numbers.

import type { Act } from "../elements/checkpoint-list/groups.js";
import type { FileDiff, LastKnownGood, LookUp, Row, Verdict } from "../elements/parts/surface.js";
import { count } from "./numbers.js";

export { count, size } from "./numbers.js";

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
  resumeHere: "Resume fx here",
  resumeBranch: "Resume this branch",
  stopThenRestore: "Stop, then restore",
  stopThenResume: "Stop, then resume",
  stopThen: { undo: "Stop, then undo", redo: "Stop, then redo" },
  older: "Older than fx remembers",
  parked: "Parked conversations",
  parkedTurn: "parked",
  filesOf: "Files of checkpoint",
  noFileChanged: "No file changed in this turn.",
  noFileYet: "No checkpoint of it yet.",
  byYou: "By you",
  selected: "selected",
  backstops: "Backstops",
  backstopsHint: "What was saved before something wrote over your files. Open one to see what changed since.",
  files: "Files",
  changes: "Changes",
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
  whatGoesBack: "What goes back",
} as const;

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

/** What can be looked at inside a checkpoint. */
export const insideWords = { change: "Changes", since: "Since then", files: "Files" } as const;

/** That an agent is at work. */
export function agentWords(agent: string): string {
  return `${agent} is at work. What goes back waits until it is done, or is stopped.`;
}

/** What a backstop was saved before. */
export function savedBeforeWords(act: string): string {
  return `Saved before: ${act.charAt(0).toLowerCase()}${act.slice(1)}`;
}

/** "1 warning". */
export function warningsWords(n: number): string {
  return count(n, "warning");
}

/** "1 checkpoint", "3 turns", for those who hear the number in the header. */
export function countWords(n: number, of: "checkpoint" | "turn"): string {
  return count(n, of);
}

/** The headings of the list: what made the checkpoints under them. */
export const actWords: Readonly<Record<Act, string>> = {
  template: "How it began",
  message: "By your message",
  edit: "Edits",
  shell: "In the terminal",
  build: "Save & rebuild",
  restore: "Before a restore",
};

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
