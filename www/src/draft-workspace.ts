// A draft's files together with what is typed and not saved yet.

import type { Files, Workspace } from "./history.js";

/** `files`, with `unsaved` as the text that is not in its file yet. */
export function withUnsaved(files: Files, unsaved: () => ReadonlyMap<string, Uint8Array>): Workspace {
  return {
    list: () => files.list(),
    read: (path) => files.read(path),
    write: (path, bytes, options) => files.write(path, bytes, options),
    remove: (path) => files.remove(path),
    unsaved,
  };
}
