// The files of one draft, with the text that is not saved yet, and one event for every change.

import type { FilledFile } from "../drafts/copy-files.js";
import type { Importer } from "../drafts/importer.js";
import {
  type FileMode,
  type Files,
  isNotThere,
  type OpenedFiles,
  openFiles,
  type Workspace,
  type WorkspaceEntry,
} from "../history.js";
import { FilesChannel } from "./files-channel.js";

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

/** Reads that are under way at the same time. */
const READ_AT_ONCE = 64;

/** One draft's files. What is written through it is told to every listener, here and in other tabs. */
export class DraftFiles {
  /** What the package is given. What it writes and removes is a restore's. It never sees the index below: only the truth. */
  readonly workspace: Workspace;
  /** Why the files live only as long as the page; `null` when they outlive it. */
  readonly fleeting: string | null;
  readonly #id: string;
  #files: Files;
  #folder: FileSystemDirectoryHandle | null;
  readonly #channel: FilesChannel;
  readonly #listeners = new Set<(change: FilesChange) => void>();
  readonly #unsaved = new Map<string, Uint8Array>();
  /** The unsaved text that a restore under way has asked for first: what its safety checkpoint holds. */
  #taken: ReadonlyMap<string, Uint8Array> | null = null;
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
    const opened = new DraftFiles(id, await openFiles(id));
    await opened.lookAgain();
    return opened;
  }

  private constructor(id: string, { files, fleeting, folder }: OpenedFiles) {
    this.#id = id;
    this.#files = files;
    this.#folder = folder;
    this.fleeting = fleeting;
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
      unsaved: () => {
        const text = new Map(this.#unsaved);
        this.#taken ??= text;
        return text;
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
    const all = new Map<string, Uint8Array>();
    const entries = this.list();
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      const group = entries.slice(at, at + READ_AT_ONCE);
      const contents = await Promise.all(group.map(({ path }) => this.read(path).catch(() => undefined)));
      for (const [index, { path }] of group.entries()) {
        const bytes = contents[index];
        if (bytes !== undefined) {
          all.set(path, bytes);
        }
      }
    }
    return all;
  }

  /** Writes a file whole, making the folders above it. */
  async write(path: string, bytes: Uint8Array, by: ChangedBy, options: WriteOptions = {}): Promise<void> {
    try {
      await this.#files.write(path, bytes, options);
    } catch (thrown) {
      if (!isNotThere(thrown)) {
        throw thrown;
      }
      // The folder that it belongs in is gone: the draft was deleted in another tab. What is saved here makes it anew.
      await this.#makeAnew();
      await this.#files.write(path, bytes, options);
    }
    this.#note(path, bytes.length, by, options.mode);
  }

  /** Writes files that are not there yet, in a worker where they are not in memory. The answer is what failed. */
  async fill(importer: Importer, group: readonly FilledFile[]): Promise<string[]> {
    const folder = this.#folder;
    // The few that may be run are noted beside the folder, which only the workspace itself does.
    const mine = folder === null ? group : group.filter(({ executable }) => executable);
    for (const { path, content, executable } of mine) {
      const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
      await this.write(path, bytes, "import", executable ? { mode: "executable" } : {});
    }
    if (folder === null) {
      return [];
    }
    const rest = group.filter(({ executable }) => !executable);
    // The worker counts their bytes: to ask a chosen file for its size holds the page up while the disk is asked.
    const sizes = await importer.remote.write(
      folder,
      rest.map(({ path, content }) => ({ path, content })),
    );
    const failed: string[] = [];
    for (const [index, { path }] of rest.entries()) {
      const size = sizes[index] ?? null;
      if (size === null) {
        failed.push(path);
      } else {
        this.#note(path, size, "import");
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
      this.#taken = null;
      const result = await work();
      if (this.#restored > before) {
        this.#forgetTaken();
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
    this.#unsaved.set(path, bytes);
  }

  /** Forgets unsaved text of one file, or of all. */
  dropUnsaved(path?: string): void {
    if (path === undefined) {
      this.#unsaved.clear();
    } else {
      this.#unsaved.delete(path);
    }
  }

  /** What editors show that is not in its file, by path. */
  unsaved(): ReadonlyMap<string, Uint8Array> {
    return this.#unsaved;
  }

  /** Calls `listener` after each change, until the answer is called. */
  onChange(listener: (change: FilesChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists everything again. A draft that was deleted in another tab has no files. */
  async lookAgain(): Promise<void> {
    const entries = await this.#listed();
    this.#index = new Map(
      entries.map(({ path, size, version, mode = "regular" }) => [path, { path, size, version, mode }]),
    );
    this.#sorted = null;
  }

  /** Hears and tells nothing any more. */
  close(): void {
    this.#flush();
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

  async #makeAnew(): Promise<void> {
    const { files, fleeting, folder } = await openFiles(this.#id);
    if (fleeting !== null) {
      throw new Error(fleeting);
    }
    this.#files = files;
    this.#folder = folder;
    await this.lookAgain();
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
    if (paths === "all") {
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

  #forgetTaken(): void {
    for (const [path, bytes] of this.#taken ?? []) {
      if (this.#unsaved.get(path) === bytes) {
        this.#unsaved.delete(path);
      }
    }
    this.#taken = null;
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
