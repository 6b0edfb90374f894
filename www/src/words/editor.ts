// What the editor says.

import type { ChangedBy } from "../files/draft-files.js";
import { size } from "./numbers.js";

const changers: Readonly<Record<ChangedBy, string>> = {
  editor: "in the editor",
  shell: "by a command in the terminal",
  restore: "by a restore",
  agent: "by the agent",
  import: "by an import",
  elsewhere: "in another tab",
};

/** Its words. */
export const editorWords = {
  label: "Editor",
  openFiles: "Open files",
  textOf: (path: string): string => `Text of ${path}. Press Escape and then Tab to leave.`,
  tab: (path: string, unsaved: boolean): string => (unsaved ? `${path}, not saved` : path),
  unsaved: "not saved",
  close: (path: string): string => `Close ${path}`,
  nothingOpen: "No file is open",
  nothingOpenHint: "Choose one in the list of files. Ctrl-S saves and takes a checkpoint; Ctrl-Enter also builds.",
  binary: (bytes: number): string =>
    `This file is not text (${size(bytes)}). It is kept byte for byte, and not edited here.`,
  large: (bytes: number): string =>
    `This file is large (${size(bytes)}). Its beginning is shown; it is kept byte for byte, and not edited here.`,
  image: (path: string): string => `Picture in ${path}`,
  changedUnder: (by: ChangedBy): string =>
    `This file was changed ${changers[by]}. Your text is kept here; it is not saved.`,
  compare: "Compare",
  stopComparing: "Stop comparing",
  takeTheirs: "Use the changed file",
  saveMine: "Save mine",
} as const;
