// What fx asks of its host: where its sessions are kept, and where its commands run.

/** Where fx keeps its sessions. Every call may answer late; bytes are the caller's own, in both directions. */
export interface FxSessionStore {
  /** The session as it was committed last. `null`: there is none of that id. */
  load(id: string): Promise<FxSessionRecord | null>;
  /** Stores a session. Fails with `FX_SESSION_REVISION_CONFLICT` when `expectedRevision` is not the stored one. */
  commit(id: string, bytes: Uint8Array, expectedRevision?: string): Promise<{ readonly revision: string }>;
  /** The sessions that `load` has. */
  list(): Promise<FxSessionListed[]>;
  /** Takes a session out of `list` and `load`. */
  remove(id: string): Promise<void>;
}

/** One stored session. */
export interface FxSessionRecord {
  readonly bytes: Uint8Array;
  readonly revision: string;
}

/** One session of a list. */
export interface FxSessionListed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly updatedAtMs: number;
}

/** Where fx runs its commands. */
export interface FxWorkspace {
  readonly info: FxWorkspaceInfo;
  readonly permission: FxPermission;
  /** Runs one command. An abort rejects with `AbortError`, a time-out with `TimeoutError`. */
  exec(request: FxExecRequest): Promise<FxExecResult>;
}

/** What fx is told of the place. fx takes only a `cwd` that is the `root`. */
export interface FxWorkspaceInfo {
  readonly version: 1;
  readonly root: string;
  readonly cwd: string;
  readonly home: string;
  readonly gitAvailable: false;
  readonly ephemeral: true;
}

/** `prompt`: fx asks the person before each command. */
export type FxPermission = "allow-sandboxed" | "prompt";

/** One command. */
export interface FxExecRequest {
  readonly command: string;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The most bytes that are given back of both outputs together. */
  readonly outputLimitBytes?: number;
}

/** What a command gave. */
export interface FxExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * The shell that a host gives: it runs a line over the draft's files, and says which of them it changed. When it rejects,
 * its error's `changed` may say the same.
 */
export interface FxShell {
  exec(line: string, options: FxShellOptions): Promise<FxShellResult>;
}

/** How a line is run. */
export interface FxShellOptions {
  readonly signal: AbortSignal;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly outputLimitBytes: number;
}

/** What a line did. */
export interface FxShellResult extends FxExecResult {
  /** The paths of the files that it wrote or removed, as the draft names them. */
  readonly changed: readonly string[];
}
