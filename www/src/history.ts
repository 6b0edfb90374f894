// The only file that imports the package.

import {
  connectHistory,
  type History,
  KnowngoodError,
  MemoryWorkspace,
  openOpfsFolder,
  openOpfsWorkspace,
  removeOpfsWorkspace,
  startHistoryWorker,
} from "knowngood";

export { KnowngoodError } from "knowngood";
export type * from "knowngood";
export { FxAdapter } from "knowngood/fx";
export type * from "knowngood/fx";

/** Where a draft's files are, as far as this page cares. */
export type Files = MemoryWorkspace | Awaited<ReturnType<typeof openOpfsWorkspace>>;

/** A draft's files, and whether they outlive the page. */
export interface OpenedFiles {
  readonly files: Files;
  /** Why they do not; `null` when they do. */
  readonly fleeting: string | null;
  /** Where they are, for who fills it from a worker; `null` in memory. */
  readonly folder: FileSystemDirectoryHandle | null;
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

/** Opens a draft's files: in the browser's own file system, else in memory. */
export async function openFiles(draft: string): Promise<OpenedFiles> {
  try {
    const files = await openOpfsWorkspace(draft);
    // Some browsers open it and refuse it only when it is used.
    await files.list();
    return { files, fleeting: null, folder: await openOpfsFolder(draft) };
  } catch (thrown) {
    return { files: new MemoryWorkspace(), fleeting: saying(thrown), folder: null };
  }
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
