// The entry: everything that a host imports.

export { connectHistory, startHistoryWorker } from "./connect.js";
export { KnowngoodError } from "./errors.js";
export { openHistory } from "./history.js";
export { MemoryWorkspace } from "./memory-workspace.js";
export { openOpfsFolder, openOpfsWorkspace, OpfsWorkspace, removeOpfsWorkspace } from "./opfs-workspace.js";
export type * from "./types.js";
export { init } from "./wasm.js";
