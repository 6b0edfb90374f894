// Where the draft's files live, and how files are named and given.

/** Where the draft's files live, seen through the host's own file system. Any call may answer at once or later. */
export interface Workspace {
  /** Every file that is there, excluded ones too, in any order. Folders have no entry. */
  list(): Promise<readonly WorkspaceEntry[]> | readonly WorkspaceEntry[];
  /**
   * The bytes of a file, which then stay as they are: no buffer that the next read fills again. Throw where it cannot be
   * read: the sentence is shown beside the file's name.
   */
  read(path: string): Promise<Uint8Array> | Uint8Array;
  /** Writes a file whole, making the folders above it. */
  write(path: string, bytes: Uint8Array, options: { readonly mode: FileMode }): Promise<void> | void;
  /** Removes a file. Folders that it leaves empty may go with it. */
  remove(path: string): Promise<void> | void;
  /** Text in editors that is not written to its file yet: part of what a restore saves first. */
  unsaved?(): Promise<FileMap> | FileMap;
  /** Where a history in a worker finds these files by itself; `unsaved` is still asked here, the rest is not. */
  readonly direct?: DirectFiles | undefined;
}

/** Files of the browser's own file system (OPFS), which every thread of the origin can go to. */
export interface DirectFiles {
  /** The name that the workspace was opened under. */
  readonly name: string;
  /** Told, before the call that wrote them ends, which files a history has written or removed by itself. */
  written?(files: readonly WrittenFile[]): void;
  /** Told now and then how many more files a history has read. */
  read?(files: number): void;
}

/** A file that was written or removed. */
export interface WrittenFile {
  readonly path: string;
  /** Length in bytes; `null`: it was removed. */
  readonly size: number | null;
  readonly mode: FileMode;
}

/** One file of a listing. */
export interface WorkspaceEntry {
  /** Relative to the draft, with `/` between its parts. */
  readonly path: string;
  /** Length in bytes. */
  readonly size: number;
  /** Any value that changes whenever the content does: a time, a counter, a hash. */
  readonly version: number | string;
  /** Leave it out where modes are not kept: the file then keeps the one it had, and a new one is `regular`. */
  readonly mode?: FileMode;
}

/** Whether a file may be run. */
export type FileMode = "regular" | "executable";

/** Files by path. Text stands for its UTF-8 bytes. Use a `Map` where a path may be `__proto__`. */
export type FileMap = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** Files by path; `null`: the file is gone. */
export type ChangeMap =
  ReadonlyMap<string, Uint8Array | string | null> | Readonly<Record<string, Uint8Array | string | null>>;
