// What the list of files says.

import { number } from "./numbers.js";

/** Its words. */
export const filesWords = {
  label: "Files",
  newFile: "New file",
  rename: "Rename",
  remove: "Delete",
  more: (n: number): string => `${number(n)} more`,
  unsaved: "not saved",
  none: "No files yet.",
  newTitle: "New file",
  newField: "Path of the new file",
  newPlaceholder: "src/new.ts",
  create: "Create",
  renameTitle: (path: string): string => `Rename ${path}`,
  renameField: "New path",
  removeTitle: (path: string): string => `Delete ${path}?`,
  removeHeld: "The newest checkpoint holds it, so it can be brought back.",
  removeNotHeld: "No checkpoint holds it as it is now. It cannot be brought back.",
  cancel: "Cancel",
  exists: "There is a file of this name already.",
  badPath: "A path has names with slashes between them, without a slash at its ends, and no name is “.” or “..”.",
  folderThere: "A folder of this name stands there.",
  fileThere: "A file stands where its folder should be.",
  created: (path: string): string => `New file ${path}`,
  removed: (path: string): string => `Delete ${path}`,
  renamed: (from: string, to: string): string => `Rename ${from} to ${to}`,
} as const;
