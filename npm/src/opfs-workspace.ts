// A workspace in the browser's own file system (OPFS), which survives a reload.

import { mapLimited } from "./limited.js";
import { withSentences, errorName } from "./opfs-errors.js";
import { OpfsFolders } from "./opfs-folders.js";
import { OpfsModes } from "./opfs-modes.js";
import { type Notes, OpfsNotes } from "./opfs-notes.js";
import { type OpfsPlace, placeOf } from "./opfs-places.js";
import { fillHandle, isSwap, SWAP, writeHandle } from "./opfs-write.js";
import { Queue } from "./queue.js";
import type { DirectFiles, FileMode, Workspace, WorkspaceEntry } from "./types.js";

/** Files looked at, or read, at the same time. */
const LOOKS_AT_ONCE = 64;
/** Files filled at the same time. Each waits for the browser's own process, so that more than one pays. */
const FILLS_AT_ONCE = 16;
/** Between two tries to give a file a time that is newer than the one it had: file systems count in steps. */
const STEP_MS = 2;

/** A file that a new workspace begins with. */
export interface FilledFile {
  readonly path: string;
  readonly content: Uint8Array | Blob;
  readonly mode?: FileMode;
}

/**
 * Opens, or makes, the workspace called `name`. Fails where the browser has no OPFS, as in some private windows.
 *
 * It does its work in this thread; with thousands of files take `connectOpfsWorkspace`, which does it in a worker.
 */
export function openOpfsWorkspace(name: string): Promise<OpfsWorkspace> {
  return withSentences(async () => {
    const place = await placeOf(name);
    return new OpfsWorkspace(place.files, { name, place });
  });
}

/** The files under one directory handle. */
export class OpfsWorkspace implements Workspace {
  /** A history in a worker goes to these files by itself. */
  readonly direct: DirectFiles | undefined;
  /** What a host notes beside the files. */
  readonly notes: Notes | undefined;
  readonly #folders: OpfsFolders;
  readonly #modes: OpfsModes;
  /** Writes made here, by path: with the file's time, a version of each. */
  readonly #writes = new Map<string, number>();
  readonly #changes = new Queue();

  /** @internal Use `openOpfsWorkspace` or `OpfsWorkspace.open`. */
  constructor(files: FileSystemDirectoryHandle, known?: { readonly name: string; readonly place: OpfsPlace }) {
    this.#folders = new OpfsFolders(files, known && (async () => (await placeOf(known.name)).files));
    this.#modes = new OpfsModes(known?.place.home);
    this.direct = known && { name: known.name };
    this.notes = known && new OpfsNotes(known.place.home);
  }

  /** `files` holds the draft. Which of them may be run is known only for as long as the workspace is open. */
  static open(files: FileSystemDirectoryHandle): OpfsWorkspace {
    return new OpfsWorkspace(files);
  }

  list(): Promise<WorkspaceEntry[]> {
    return withSentences(async () => {
      const found: { path: string; handle: FileSystemFileHandle }[] = [];
      await collect(this.#folders.root, "", found);
      const executables = await this.#modes.executables();
      const entries = await mapLimited(found, LOOKS_AT_ONCE, async ({ path, handle }): Promise<WorkspaceEntry[]> => {
        const file = await handle.getFile().catch(() => undefined);
        // A file that went away between the two steps is simply not there.
        return file === undefined ? [] : [this.#entry(path, file, executables)];
      });
      return entries.flat();
    });
  }

  read(path: string): Promise<Uint8Array> {
    return withSentences(() =>
      this.#folders.within(path, "fail", async (folder, name) => {
        const file = await (await folder.getFileHandle(name)).getFile();
        return new Uint8Array(await file.arrayBuffer());
      }),
    );
  }

  /** Without a mode, a file keeps the one it has. */
  write(path: string, bytes: Uint8Array, options: { readonly mode?: FileMode } = {}): Promise<void> {
    return this.#change(async () => {
      refuseSwap(path);
      await this.#folders.within(path, "make", (folder, name) => replace(folder, name, bytes));
      this.#writes.set(path, (this.#writes.get(path) ?? 0) + 1);
      if (options.mode !== undefined) {
        await this.#modes.set(new Map([[path, options.mode]]));
      }
    });
  }

  /**
   * Writes the first files of a new draft, fast: a file that is cut off by a killed browser may hold a part. The answer
   * is their sizes; `null` for what could not be written. Fails when the disk is full.
   */
  fill(files: readonly FilledFile[]): Promise<(number | null)[]> {
    return this.#change(async () => {
      const sizes = await mapLimited(files, FILLS_AT_ONCE, (file) => this.#fill(file));
      const written = files.filter((_, at) => sizes[at] !== null);
      await this.#modes.set(new Map(written.flatMap(({ path, mode }) => (mode === undefined ? [] : [[path, mode]]))));
      return sizes;
    });
  }

  /** Removes a file, and the folders that it leaves empty. */
  remove(path: string): Promise<void> {
    return this.#change(async () => {
      await this.#folders.within(path, "fail", async (folder, name) => {
        // Asked for as a file first: removing by name would also take an empty folder.
        await folder.getFileHandle(name);
        await folder.removeEntry(name);
      });
      await this.#modes.set(new Map([[path, "regular"]]));
      await this.#folders.removeEmpty(path.slice(0, Math.max(path.lastIndexOf("/"), 0)));
    });
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    // In order: a folder that is being emptied must not go while a file is being put into it.
    return this.#changes.run(() => withSentences(work));
  }

  async #fill({ path, content }: FilledFile): Promise<number | null> {
    try {
      refuseSwap(path);
      const bytes = content instanceof Uint8Array ? content : new Uint8Array(await content.arrayBuffer());
      await this.#folders.within(path, "make", async (folder, name) =>
        fillHandle(await folder.getFileHandle(name, { create: true }), bytes),
      );
      this.#writes.set(path, (this.#writes.get(path) ?? 0) + 1);
      return bytes.length;
    } catch (thrown) {
      if (errorName(thrown) === "QuotaExceededError") {
        throw thrown;
      }
      return null;
    }
  }

  #entry(path: string, file: File, executables: ReadonlySet<string>): WorkspaceEntry {
    return {
      path,
      size: file.size,
      version: `${file.lastModified}:${file.size}:${this.#writes.get(path) ?? 0}`,
      mode: executables.has(path) ? "executable" : "regular",
    };
  }
}

/**
 * Writes a file, and makes sure that its time is another one than before: who listed it in another tab or worker, within
 * the same step of the clock and with the same size, would otherwise not see that it changed.
 */
async function replace(folder: FileSystemDirectoryHandle, name: string, bytes: Uint8Array): Promise<void> {
  const before = await folder.getFileHandle(name).then(
    (handle) => handle.getFile(),
    (thrown: unknown) => (errorName(thrown) === "NotFoundError" ? undefined : Promise.reject(thrown as Error)),
  );
  const handle = await folder.getFileHandle(name, { create: true });
  for (;;) {
    await writeHandle(handle, bytes);
    if (before === undefined || before.size !== bytes.length) {
      return;
    }
    if ((await handle.getFile()).lastModified !== before.lastModified) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

async function collect(
  folder: FileSystemDirectoryHandle,
  prefix: string,
  found: { path: string; handle: FileSystemFileHandle }[],
): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (isDirectory(handle)) {
      await collect(handle, `${prefix}${name}/`, found);
    } else if (isFile(handle) && !isSwap(name)) {
      found.push({ path: prefix + name, handle });
    }
  }
}

function refuseSwap(path: string): void {
  if (isSwap(path)) {
    throw new Error(`The browser keeps names that end in ${SWAP} for itself. Give the file another name.`);
  }
}

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === "file";
}
