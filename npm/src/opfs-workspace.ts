// A workspace in the browser's own file system (OPFS), which survives a reload.

import { mapLimited } from "./limited.js";
import { errorName, withSentences } from "./opfs-errors.js";
import { writeHandle } from "./opfs-write.js";
import { Queue } from "./queue.js";
import type { FileMode, Workspace, WorkspaceEntry } from "./types.js";

/** Opens, or makes, the workspace called `name`. Fails where the browser has no OPFS, as in some private windows. */
export function openOpfsWorkspace(name: string): Promise<OpfsWorkspace> {
  return withSentences(async () => {
    const home = await homeOf(name);
    return OpfsWorkspace.open(await home.getDirectoryHandle("files", { create: true }), home);
  });
}

/** The folder that the files of the workspace called `name` are in, for who fills a new one from a worker. */
export function openOpfsFolder(name: string): Promise<FileSystemDirectoryHandle> {
  return withSentences(async () => (await homeOf(name)).getDirectoryHandle("files", { create: true }));
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

/** The files under one directory handle. */
export class OpfsWorkspace implements Workspace {
  readonly #files: FileSystemDirectoryHandle;
  readonly #home: FileSystemDirectoryHandle | undefined;
  /** OPFS knows no modes: the executable files are listed in a file beside the folder. */
  readonly #executables: Set<string>;
  /** Writes made here, by path: two of one size in one millisecond have the same time. */
  readonly #writes = new Map<string, number>();
  readonly #changes = new Queue();

  private constructor(
    files: FileSystemDirectoryHandle,
    home: FileSystemDirectoryHandle | undefined,
    executables: Set<string>,
  ) {
    this.#files = files;
    this.#home = home;
    this.#executables = executables;
  }

  /** `files` holds the draft. In `home`, if it is given, it is noted which files may be run. */
  static async open(files: FileSystemDirectoryHandle, home?: FileSystemDirectoryHandle): Promise<OpfsWorkspace> {
    return new OpfsWorkspace(files, home, home === undefined ? new Set() : await readExecutables(home));
  }

  list(): Promise<WorkspaceEntry[]> {
    return withSentences(async () => {
      const found: { path: string; handle: FileSystemFileHandle }[] = [];
      await collect(this.#files, "", found);
      const entries = await mapLimited(found, 64, async ({ path, handle }) => {
        const file = await handle.getFile().catch(() => undefined);
        return file === undefined ? undefined : this.#entry(path, file);
      });
      // A file that went away between the two steps is simply not there.
      return entries.filter((entry) => entry !== undefined);
    });
  }

  read(path: string): Promise<Uint8Array> {
    return withSentences(async () => {
      const { folder, name } = await this.#locate(path, false);
      const file = await (await folder.getFileHandle(name)).getFile();
      return new Uint8Array(await file.arrayBuffer());
    });
  }

  /** Without a mode, a file keeps the one it has. */
  write(path: string, bytes: Uint8Array, options: { readonly mode?: FileMode } = {}): Promise<void> {
    return this.#change(async () => {
      if (path.endsWith(SWAP)) {
        throw new Error(`The browser keeps names that end in ${SWAP} for itself. Give the file another name.`);
      }
      const { folder, name } = await this.#locate(path, true);
      await writeHandle(await folder.getFileHandle(name, { create: true }), bytes);
      this.#writes.set(path, (this.#writes.get(path) ?? 0) + 1);
      await this.#setMode(path, options.mode);
    });
  }

  /** Removes a file, and the folders that it leaves empty. */
  remove(path: string): Promise<void> {
    return this.#change(async () => {
      const { folder, name } = await this.#locate(path, false);
      // Asked for as a file first: removing by name would also take an empty folder.
      await folder.getFileHandle(name);
      await folder.removeEntry(name);
      await this.#setMode(path, "regular");
      await this.#removeEmptyFolders(path.split("/").slice(0, -1));
    });
  }

  #change(work: () => Promise<void>): Promise<void> {
    // In order: a folder that is being emptied must not go while a file is being put into it.
    return this.#changes.run(() => withSentences(work));
  }

  #entry(path: string, file: File): WorkspaceEntry {
    return {
      path,
      size: file.size,
      version: `${file.lastModified}:${file.size}:${this.#writes.get(path) ?? 0}`,
      mode: this.#executables.has(path) ? "executable" : "regular",
    };
  }

  async #locate(path: string, create: boolean): Promise<{ folder: FileSystemDirectoryHandle; name: string }> {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = this.#files;
    for (const part of parts) {
      folder = await folder.getDirectoryHandle(part, { create });
    }
    return { folder, name };
  }

  async #removeEmptyFolders(parts: string[]): Promise<void> {
    while (parts.length > 0) {
      const { folder, name } = await this.#locate(parts.join("/"), false);
      try {
        await folder.removeEntry(name);
      } catch (thrown) {
        if (errorName(thrown) === "InvalidModificationError") {
          return; // It still holds something.
        }
        throw thrown;
      }
      parts.pop();
    }
  }

  async #setMode(path: string, mode: FileMode | undefined): Promise<void> {
    if (mode === undefined || (mode === "executable") === this.#executables.has(path)) {
      return;
    }
    if (mode === "executable") {
      this.#executables.add(path);
    } else {
      this.#executables.delete(path);
    }
    if (this.#home !== undefined) {
      const text = JSON.stringify([...this.#executables].sort());
      const handle = await this.#home.getFileHandle("executables.json", { create: true });
      await writeHandle(handle, new TextEncoder().encode(text));
    }
  }
}

async function homeOf(name: string): Promise<FileSystemDirectoryHandle> {
  return (await allWorkspaces()).getDirectoryHandle(folderName(name), { create: true });
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

async function collect(
  folder: FileSystemDirectoryHandle,
  prefix: string,
  found: { path: string; handle: FileSystemFileHandle }[],
): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (isDirectory(handle)) {
      await collect(handle, `${prefix}${name}/`, found);
    } else if (isFile(handle) && !name.endsWith(SWAP)) {
      found.push({ path: prefix + name, handle });
    }
  }
}

/**
 * Chromium keeps what is being written in a swap file of such a name, and leaves it there when it is killed. So a file
 * of a person's own cannot have one: it could not be told from those.
 */
const SWAP = ".crswap";

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === "file";
}

async function readExecutables(home: FileSystemDirectoryHandle): Promise<Set<string>> {
  try {
    const handle = await home.getFileHandle("executables.json");
    const list: unknown = JSON.parse(await (await handle.getFile()).text());
    return new Set(Array.isArray(list) ? list.filter((path) => typeof path === "string") : []);
  } catch {
    // Not there yet, or cut off: no file is executable then.
    return new Set();
  }
}
