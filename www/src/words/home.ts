// What the home page says, and what is said where files come from.

import { count, number, size } from "./numbers.js";

/** Its words. */
export const homeWords = {
  title: ["Change anything.", "The last good state stays."],
  lead: "An editor that takes a checkpoint with every edit you apply, remembers which ones built, and brings any of them back exactly. It runs in this browser, and your files stay in it.",
  start: "Start a draft",
  template: "Template",
  folder: "Open a folder",
  folderHint: "It is copied into this browser; the folder itself is never written to.",
  zip: "Open a .zip",
  zipHint: "Its files become a new draft.",
  drop: "Drop the folder or the .zip to open it",
  drafts: "Your drafts",
  none: "None yet. Each draft you start is listed here.",
  name: "Name",
  opened: "Opened",
  holds: "Holds",
  actions: "Actions",
  files: (n: number, bytes: number): string => `${count(n, "file")}, ${size(bytes)}`,
  checkpoints: (n: number, bytes: number): string =>
    n === 0 ? "no checkpoints" : `${count(n, "checkpoint")}, ${size(bytes)}`,
  notOpened: "not here yet",
  cutOff: "Copying was cut off: files may be missing.",
  rename: "Rename",
  renameOf: (name: string): string => `Rename ${name}`,
  renameTitle: "Rename the draft",
  renameField: "Name",
  nameless: "A draft needs a name.",
  remove: "Delete",
  removeOf: (name: string): string => `Delete ${name}`,
  removeTitle: (name: string): string => `Delete ${name}?`,
  removeLead: "These go with it, and nothing brings them back:",
  removeFiles: (n: number, bytes: number): string => `its files: ${number(n)} (${size(bytes)})`,
  removeCheckpoints: (n: number, bytes: number): string => `its checkpoints: ${number(n)} (${size(bytes)})`,
  keep: "Keep it",
  cancel: "Cancel",
  removed: (name: string): string => `${name} is deleted.`,
  nothingDropped: "That was neither a folder nor a .zip.",
} as const;

/** Where files come from. */
export const sourceWords = {
  folder: "Folder",
  folderLabel: (name: string): string => `Folder ${name}`,
  zipLabel: (name: string): string => `Files of ${name}`,
  templateLabel: (name: string): string => `Template: ${name}`,
  notAZip: (name: string): string =>
    `${name} cannot be read as a .zip: it is something else, or not all of it is here.`,
  emptyZip: (name: string): string => `${name} is an empty file.`,
  damagedZip: (name: string, path: string): string =>
    `${name} is damaged: ${path} cannot be unpacked. Nothing was kept.`,
  leadsOut: (name: string, path: string): string =>
    `${name} holds a file that leads out of the draft: ${path}. It was not opened.`,
  noName: (name: string, path: string): string =>
    `${name} holds a file of a name that no draft can hold: ${path}. Unpack it, rename the file, and open the folder.`,
  twice: (name: string, path: string): string =>
    `${name} holds ${path} more than once. Unpack it, and open the folder.`,
  noFiles: (name: string, skipped: number): string =>
    `${name} holds no files to open.${skipped > 0 ? " Those of .git and node_modules folders are never copied." : ""}`,
  encrypted: (name: string): string => `${name} is protected by a password. Unpack it, and open the folder.`,
  tooLarge: (name: string, bytes: number, most: number): string =>
    `${name} unpacks to ${size(bytes)}. Up to ${size(most)} can be opened from a .zip. Unpack it, and open the folder.`,
  copying: "Copying the files…",
  partLabel: (label: string): string => `A part of: ${label}`,
  stopped: "Stopped. Nothing was kept.",
  skipped: (n: number): string =>
    ` ${count(n, "file")} of .git and node_modules folders ${n === 1 ? "was" : "were"} not copied.`,
  failed: (paths: readonly string[]): string =>
    ` ${count(paths.length, "file")} could not be copied: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? "…" : ""}.`,
} as const;

/** The templates, by their folders. */
export const templateWords = {
  "tea-timer": { name: "Tea timer", lead: "A small web app in TypeScript: a page, a few modules, one style sheet." },
  "reading-lamp": {
    name: "Reading lamp",
    lead: "A browser extension: a manifest, a popup and a content script, in TypeScript.",
  },
} as const;

/** The picture on the home page, newest first. */
export const storyWords = [
  { label: "Rewrite the timer", verdict: "3 errors", state: "broken" },
  { label: "$ sed -i s/120/90/ src/teas.ts", verdict: "1 error", state: "broken" },
  { label: "Edit src/style.css", verdict: "last known good", state: "good" },
  { label: "Template: Tea timer", verdict: "passed", state: "old" },
] as const;
