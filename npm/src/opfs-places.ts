// Where workspaces are in the browser's own file system: one folder each, in one folder of all.

import { errorName, withSentences } from "./opfs-errors.js";

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

/** The names of all workspaces that are there, in any order. */
export function listOpfsWorkspaces(): Promise<string[]> {
  return withSentences(async () => {
    const names: string[] = [];
    for await (const name of (await allWorkspaces()).keys()) {
      const known = nameOf(name);
      if (known !== null) {
        names.push(known);
      }
    }
    return names;
  });
}

/** Removes the workspace called `name` with all of its files. Nothing brings it back. One that is not there is no error. */
export function removeOpfsWorkspace(name: string): Promise<void> {
  return withSentences(async () => {
    try {
      await (await allWorkspaces()).removeEntry(folderName(name), { recursive: true });
    } catch (thrown) {
      if (errorName(thrown) !== "NotFoundError") {
        throw thrown;
      }
    }
  });
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
