// Where workspaces are in the browser's own file system: one folder each, in one folder of all.

import { errorName, withSentences } from "./opfs-errors.js";
import { type Notes, OpfsNotes } from "./opfs-notes.js";

/** How often a workspace is tried to be removed while another tab writes to it: for about two seconds. */
const MOST_TRIES = 40;

/** The folders of one workspace. */
export interface OpfsPlace {
  /** Holds the files and, beside them, what is noted of them. */
  readonly home: FileSystemDirectoryHandle;
  readonly files: FileSystemDirectoryHandle;
}

/** Opens, or makes, the folders of the workspace called `name`. */
export async function placeOf(name: string): Promise<OpfsPlace> {
  const home = await (await allWorkspaces()).getDirectoryHandle(folderName(name), { create: true });
  return { home, files: await home.getDirectoryHandle("files", { create: true }) };
}

/** One workspace of this browser. */
export interface FoundWorkspace {
  readonly name: string;
  /** Whether there is no file in it. */
  readonly isEmpty: boolean;
  /** What a host notes beside its files. */
  readonly notes: Notes;
}

/** All workspaces that are there, in any order. Makes nothing. */
export function listOpfsWorkspaces(): Promise<FoundWorkspace[]> {
  return withSentences(async () => {
    const found: FoundWorkspace[] = [];
    for await (const [folder, home] of (await allWorkspaces()).entries()) {
      const name = nameOf(folder);
      if (name !== null && isDirectory(home)) {
        found.push({ name, isEmpty: await isEmpty(home), notes: new OpfsNotes(home) });
      }
    }
    return found;
  });
}

/** Removes the workspace called `name` with all of its files. Nothing brings it back. One that is not there is no error. */
export function removeOpfsWorkspace(name: string): Promise<void> {
  return withSentences(async () => {
    const all = await allWorkspaces();
    for (let tries = 1; ; tries++) {
      try {
        return await all.removeEntry(folderName(name), { recursive: true });
      } catch (thrown) {
        if (errorName(thrown) === "NotFoundError") {
          return;
        }
        // A tab that writes a file right now holds it for a moment.
        if (errorName(thrown) !== "NoModificationAllowedError" || tries === MOST_TRIES) {
          throw thrown;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
}

async function isEmpty(home: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    for await (const _ of (await home.getDirectoryHandle("files")).keys()) {
      return false;
    }
  } catch (thrown) {
    if (errorName(thrown) !== "NotFoundError") {
      throw thrown;
    }
  }
  return true;
}

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

async function allWorkspaces(): Promise<FileSystemDirectoryHandle> {
  const storage = globalThis.navigator?.storage;
  if (storage?.getDirectory === undefined) {
    throw new Error("This browser has no file system for pages.");
  }
  return (await storage.getDirectory()).getDirectoryHandle("knowngood-files", { create: true });
}

/** Names of folders are narrower than ids of drafts. */
function folderName(name: string): string {
  return encodeURIComponent(name).replaceAll(".", "%2E");
}

/** `null`: no name of ours. */
function nameOf(folder: string): string | null {
  try {
    const name = decodeURIComponent(folder);
    return folderName(name) === folder ? name : null;
  } catch {
    return null;
  }
}
