// The public surface: what a host gives and what it gets back.
// Every value is plain data that `structuredClone` takes, so that all of it crosses to a worker and back unchanged.

export type * from "./types/history.js";
export type * from "./types/storage.js";
export type * from "./types/settings.js";
export type * from "./types/workspace.js";
export type * from "./types/capture.js";
export type * from "./types/row.js";
export type * from "./types/turn.js";
export type * from "./types/branch.js";
export type * from "./types/restore.js";
export type * from "./types/operation.js";
export type * from "./types/agent.js";
export type * from "./types/lookup.js";
export type * from "./types/diff.js";
export type * from "./types/terminal.js";
export type * from "./types/error-code.js";
