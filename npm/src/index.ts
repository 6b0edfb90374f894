// The entry: everything that a host imports.

export { connectHistory, startHistoryWorker } from "./connect.js";
export { KnowngoodError } from "./errors.js";
export { openHistory } from "./history.js";
export { MemoryWorkspace } from "./memory-workspace.js";
export type { Notes, OpfsNote } from "./opfs-notes.js";
export { type FoundWorkspace, listOpfsWorkspaces, removeOpfsWorkspace } from "./opfs-places.js";
export { type FilledFile, openOpfsWorkspace, OpfsWorkspace } from "./opfs-workspace.js";
export { connectOpfsWorkspace, RemoteOpfsWorkspace } from "./remote-files.js";
export type * from "./types.js";
export { init } from "./wasm.js";
