// The files of one draft, with the text that is not saved yet, and one event for every change.

import {
  type FilledFile,
  type FileMode,
  type Files,
  isNotThere,
  MemoryWorkspace,
  type OpenedFiles,
  openFiles,
  type Workspace,
  type WorkspaceEntry,
} from "../history.js";
import { FilesChannel } from "./files-channel.js";
import { Filling } from "./filling.js";
import { type PutBack, UnsavedText } from "./unsaved-text.js";

/** Who changed files. `elsewhere`: another tab. */
export type ChangedBy = "editor" | "shell" | "restore" | "agent" | "import" | "elsewhere";

/** Files changed. */
export interface FilesChange {
  /** `all`: look again at everything. */
  readonly paths: readonly string[] | "all";
  readonly by: ChangedBy;
}

/** One file of a draft. */
export interface FileEntry {
  readonly path: string;
  readonly size: number;
  /** Changes whenever the content does. */
  readonly version: number | string;
  readonly mode: FileMode;
}

/** How a file is written. */
export interface WriteOptions {
  /** Left out: a file keeps the mode it has. */
  readonly mode?: FileMode;
}

/** Of more files than this that another tab has written, all are listed again: their sizes would be asked one by one. */
const MOST_LOOKS = 50;

/** One draft's files. What is written through it is told to every listener, here and in other tabs. */
export class DraftFiles {
  /** What the package is given. What it writes and removes is a restore's. It never sees the index below: only the truth. */
  readonly workspace: Workspace;
  /** Why the files live only as long as the page; `null` when they outlive it. */
  readonly fleeting: string | null;
  /** Whether the first files are all there. */
  readonly filling: Filling;
  readonly #files: Files;
  readonly #channel: FilesChannel;
  readonly #listeners = new Set<(change: FilesChange) => void>();
  readonly #text: UnsavedText;
  #readByHistory = 0;
  /** Files that the package has written or removed, ever. */
  #restored = 0;
  /** Every file, for what is shown: listing thousands of files again after each keystroke would be slow. */
  #index = new Map<string, FileEntry>();
  #sorted: readonly FileEntry[] | null = null;
  /** Changes that no listener was told of yet. */
  #pending = new Map<ChangedBy, Set<string>>();
  #together = 0;
  #scheduled = false;
  #revision = 0;

  /** Opens the files of the draft `id`: in the browser's own file system, else in memory. */
  static async open(id: string): Promise<DraftFiles> {
    return new DraftFiles(id, await openFiles(id));
  }

  private constructor(id: string, { files, entries, fleeting }: OpenedFiles) {
    const notes = files instanceof MemoryWorkspace ? null : files.notes;
    this.#files = files;
    this.fleeting = fleeting;
    this.#text = new UnsavedText(notes, id, (path) => this.read(path));
    this.filling = new Filling(notes, id);
    this.#enterAll(entries);
    this.workspace = {
      list: () => this.#files.list(),
      read: (path) => {
        this.#readByHistory += 1;
        return this.#files.read(path);
      },
      write: async (path, bytes, options) => {
        await this.write(path, bytes, "restore", options);
        this.#restored += 1;
      },
      remove: async (path) => {
        await this.remove(path, "restore");
        this.#restored += 1;
      },
      unsaved: () => this.#text.take(),
      // Where it can, the history goes to the files by itself, and only tells.
      direct:
        fleeting !== null
          ? undefined
          : {
              name: id,
              written: (changed) => {
                for (const { path, size, mode } of changed) {
                  this.#note(path, size, "restore", mode);
                }
                this.#restored += changed.length;
              },
              read: (count) => {
                this.#readByHistory += count;
              },
            },
    };
    // Files in memory belong to this tab alone.
    this.#channel = new FilesChannel(fleeting === null ? id : null, (paths) => void this.#hear(paths));
  }

  /** All files, sorted by path. */
  list(): readonly FileEntry[] {
    // A map keeps its order, so that sorting again after an edit is nearly nothing.
    this.#sorted ??= [...this.#index.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return this.#sorted;
  }

  /** Whether there is such a file. */
  has(path: string): boolean {
    return this.#index.has(path);
  }

  /** Whether a file may be run. */
  modeOf(path: string): FileMode {
    return this.#index.get(path)?.mode ?? "regular";
  }

  /** The bytes of a file as it is saved. */
  async read(path: string): Promise<Uint8Array> {
    return this.#files.read(path);
  }

  /** Every file as it is saved, by path. A file that goes away meanwhile is left out. */
  async readAll(): Promise<Map<string, Uint8Array>> {
    const all = await Promise.all(
      this.list().map(async ({ path }) => [path, await this.read(path).catch(() => null)] as const),
    );
    return new Map(all.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const])));
  }

  /** Writes a file whole, making the folders above it. */
  async write(path: string, bytes: Uint8Array, by: ChangedBy, options: WriteOptions = {}): Promise<void> {
    await this.#files.write(path, bytes, options);
    this.#note(path, bytes.length, by, options.mode);
  }

  /** Writes files that are not there yet. The answer is what failed. */
  async fill(group: readonly FilledFile[]): Promise<string[]> {
    const failed: string[] = [];
    const sizes = await fillInto(this.#files, group);
    for (const [at, { path, mode }] of group.entries()) {
      const size = sizes[at] ?? null;
      if (size === null) {
        failed.push(path);
      } else {
        this.#note(path, size, "import", mode);
      }
    }
    return failed;
  }

  /** Removes a file. */
  async remove(path: string, by: ChangedBy): Promise<void> {
    await this.#files.remove(path);
    this.#note(path, null, by);
  }

  /** Does `work` and tells of all that it changed at once, at its end. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#together += 1;
    try {
      return await work();
    } finally {
      this.#together -= 1;
      this.#flush();
    }
  }

  /**
   * As `together`, for what may restore: if it does, the text that it has saved first is unsaved no longer. What was
   * typed since is.
   */
  restoring<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.together(async () => {
      const before = this.#restored;
      this.#text.startTaking();
      const result = await work();
      if (this.#restored > before) {
        this.#text.forgetTaken();
      }
      return result;
    });
  }

  /** Counts the changes made through this object or heard of from other tabs. */
  get revision(): number {
    return this.#revision;
  }

  /** How many files the package has read, ever: how far a capture is. */
  get readByHistory(): number {
    return this.#readByHistory;
  }

  /** Notes what an editor shows that its file does not hold. */
  setUnsaved(path: string, bytes: Uint8Array): void {
    this.#text.set(path, bytes);
  }

  /** Forgets the unsaved text of a file. */
  dropUnsaved(path: string): void {
    this.#text.drop(path);
  }

  /** What editors show that is not in its file, by path. */
  unsaved(): ReadonlyMap<string, Uint8Array> {
    return this.#text.all();
  }

  /** Puts back what tabs that are gone had not saved. `failed` is told when what is typed from now on cannot be kept. */
  putBack(failed: (thrown: unknown) => void): Promise<readonly PutBack[]> {
    this.#text.onTrouble(failed);
    return this.#text.putBack();
  }

  /** Calls `listener` after each change, until the answer is called. */
  onChange(listener: (change: FilesChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists everything again. A draft that was deleted in another tab has no files. */
  async lookAgain(): Promise<void> {
    this.#enterAll(await this.#listed());
  }

  #enterAll(entries: readonly WorkspaceEntry[]): void {
    this.#index = new Map(
      entries.map(({ path, size, version, mode = "regular" }) => [path, { path, size, version, mode }]),
    );
    this.#sorted = null;
  }

  /** Hears and tells nothing any more. */
  close(): void {
    this.#flush();
    this.#text.close();
    this.#listeners.clear();
    this.#channel.close();
  }

  async #listed(): Promise<readonly WorkspaceEntry[]> {
    try {
      return await this.#files.list();
    } catch (thrown) {
      if (isNotThere(thrown)) {
        return [];
      }
      throw thrown;
    }
  }

  #note(path: string, size: number | null, by: ChangedBy, mode?: FileMode): void {
    this.#enter(path, size, mode);
    const paths = this.#pending.get(by) ?? new Set();
    paths.add(path);
    this.#pending.set(by, paths);
    if (this.#together === 0 && !this.#scheduled) {
      this.#scheduled = true;
      queueMicrotask(() => {
        this.#scheduled = false;
        this.#flush();
      });
    }
  }

  #enter(path: string, size: number | null, mode = this.modeOf(path)): void {
    this.#revision += 1;
    this.#sorted = null;
    if (size === null) {
      this.#index.delete(path);
    } else {
      this.#index.set(path, { path, size, version: `here:${this.#revision}`, mode });
    }
  }

  async #hear(paths: readonly string[] | "all"): Promise<void> {
    if (paths === "all" || paths.length > MOST_LOOKS) {
      this.#revision += 1;
      await this.lookAgain();
    } else {
      for (const path of paths) {
        const bytes = await this.read(path).catch(() => null);
        this.#enter(path, bytes?.length ?? null);
      }
    }
    this.#tell({ paths, by: "elsewhere" });
  }

  #flush(): void {
    if (this.#together > 0) {
      return;
    }
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [by, paths] of pending) {
      this.#channel.tell([...paths]);
      this.#tell({ paths: [...paths], by });
    }
  }

  #tell(change: FilesChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (thrown) {
        // One listener's fault must not keep the change from the others, nor fail the write.
        reportError(thrown);
      }
    }
  }
}

async function fillInto(files: Files, group: readonly FilledFile[]): Promise<(number | null)[]> {
  if (!(files instanceof MemoryWorkspace)) {
    return files.fill(group);
  }
  return Promise.all(
    group.map(async ({ path, content, mode }) => {
      const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
      files.write(path, bytes, mode === undefined ? {} : { mode });
      return bytes.length;
    }),
  );
}
