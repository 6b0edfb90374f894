// What the shell needs of a draft's files. The page's own `DraftFiles` fits.

/** One file of a draft. */
export interface ShellFile {
  readonly path: string;
  readonly size: number;
}

/** Files changed; `all`: look again at everything. */
export interface ShellFilesChange {
  readonly paths: readonly string[] | "all";
}

/** On whose behalf a shell writes. */
export type ShellUser = "shell" | "agent";

/** A draft's files as a shell uses them. */
export interface ShellFiles {
  list(): readonly ShellFile[];
  has(path: string): boolean;
  read(path: string): Promise<Uint8Array>;
  modeOf(path: string): "regular" | "executable";
  write(
    path: string,
    bytes: Uint8Array,
    by: ShellUser,
    options?: { readonly mode?: "regular" | "executable" },
  ): Promise<void>;
  remove(path: string, by: ShellUser): Promise<void>;
  /** Text of editors that is not in its file yet, by path. */
  unsaved(): ReadonlyMap<string, Uint8Array>;
  onChange(listener: (change: ShellFilesChange) => void): () => void;
  /** Does `work`, and tells of all its changes at once. */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
}
