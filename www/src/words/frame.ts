// What the frame of the page says.

import { number } from "./numbers.js";

/** Its words. */
export const frameWords = {
  product: "knowngood",
  home: "All drafts",
  skip: "Skip to the editor",
  saveAndRebuild: "Save & rebuild",
  saveAndRebuildHint: "Save, take a checkpoint and build it (Ctrl-Enter)",
  save: "Save",
  saveHint: "Save and take a checkpoint (Ctrl-S)",
  cancel: "Cancel",
  close: "Close",
  progress: (text: string, done: number, of: number): string => `${text} ${number(done)} of ${number(of)}`,
  theme: { system: "Colours: as the system has them", light: "Colours: light", dark: "Colours: dark" },
  panes: "Parts of the draft",
  pane: {
    files: "Files",
    editor: "Editor",
    preview: "Preview",
    agent: "fx",
    terminal: "Terminal",
    console: "Console",
  },
  problems: (n: number): string => `${number(n)} ${n === 1 ? "error" : "errors"}`,
  filesBar: "Width of the list of files",
  dockBar: "Height of the preview, fx, terminal and console",
  sideBar: "Width of the checkpoints",
  checkpoints: "Checkpoints",
  closeCheckpoints: "Close the checkpoints",
  whereKept: "Where they are kept",
  message: "Message of the checkpoint",
  messagePlaceholder: "Describe this state",
  takeCheckpoint: "Take checkpoint",
  checkpointTitle: (draft: string): string => `Checkpoint of ${draft}`,
  cannotOpen: "This could not be opened",
  notLoaded: "The editor could not be loaded. Look whether this device is online, and load this page again.",
  nothingBegun: "No draft was started.",
  loadAgain: "Load again",
} as const;
