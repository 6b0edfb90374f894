// The only file that imports the package.

import {
  connectHistory,
  connectOpfsWorkspace,
  type FoundWorkspace,
  type History,
  KnowngoodError,
  listOpfsWorkspaces,
  MemoryWorkspace,
  type RemoteOpfsWorkspace,
  removeOpfsWorkspace,
  startHistoryWorker,
  type WorkspaceEntry,
} from "knowngood";

export { KnowngoodError, MemoryWorkspace } from "knowngood";
export type * from "knowngood";
export { FxAdapter } from "knowngood/fx";
export type * from "knowngood/fx";

/** Where a draft's files are, as far as this page cares. */
export type Files = MemoryWorkspace | RemoteOpfsWorkspace;

/** A draft's files, and whether they outlive the page. */
export interface OpenedFiles {
  readonly files: Files;
  /** All that are there now. */
  readonly entries: readonly WorkspaceEntry[];
  /** Why they do not; `null` when they do. */
  readonly fleeting: string | null;
}

/** A history in its worker. */
export interface HostedHistory {
  readonly history: History;
  /** Ends the worker at once, in whatever it does. What was not stored as a whole is not stored at all. */
  readonly end: () => void;
}

/** Opens the history, in its worker. */
export async function openHistoryInWorker(): Promise<HostedHistory> {
  const worker = startHistoryWorker();
  return { history: await connectHistory(worker), end: () => worker.terminate() };
}

/** One worker for the files of all drafts: not the history's, so that the editor waits for no capture. */
let filesWorker: Worker | null = null;

/** Opens a draft's files: in the browser's own file system, in a worker, else in memory. */
export async function openFiles(draft: string): Promise<OpenedFiles> {
  try {
    filesWorker ??= startHistoryWorker();
    const files = await connectOpfsWorkspace(filesWorker, draft);
    // Some browsers open it and refuse it only when it is used.
    return { files, entries: await files.list(), fleeting: null };
  } catch (thrown) {
    return { files: new MemoryWorkspace(), entries: [], fleeting: saying(thrown) };
  }
}

/** The drafts that have files in this browser, or notes beside them. */
export async function draftsWithFiles(): Promise<readonly FoundWorkspace[]> {
  return navigator.storage?.getDirectory === undefined ? [] : listOpfsWorkspaces();
}

/** Removes a draft's files. Where there is no file system for pages there are none. */
export async function removeFiles(draft: string): Promise<void> {
  if (navigator.storage?.getDirectory !== undefined) {
    await removeOpfsWorkspace(draft);
  }
}

/** Whether the browser's file system has no such file, or not the folder that it would be in. */
export function isNotThere(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.cause instanceof DOMException && thrown.cause.name === "NotFoundError";
}

/** Whether another tab was faster. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof KnowngoodError && thrown.code === "conflict";
}

/** What an error says to a person. */
export function saying(thrown: unknown): string {
  if (thrown instanceof KnowngoodError && thrown.hint !== "") {
    return `${thrown.message} ${thrown.hint}`;
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
