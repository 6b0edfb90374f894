// The workspace that one instance of fx gets: a host's shell, with fx's limits around it.

import { bad } from "../arguments.js";
import type {
  FxExecRequest,
  FxExecResult,
  FxPermission,
  FxShell,
  FxShellOptions,
  FxShellResult,
  FxWorkspace,
  FxWorkspaceInfo,
} from "./contract.js";
import { cutOutputs, OUTPUT_LIMIT_BYTES } from "./output.js";

/** How long a command may take when fx does not say. */
const TIMEOUT_MS = 30_000;
/** How long a command that was stopped is waited for: what it still changes is then known as the turn's. */
const GRACE_MS = 1_500;

/** Where the draft is, as the shell sees it. */
export interface FxPlace {
  /** The folder of the draft's files, such as `/draft`. */
  readonly root: string;
  /** Default: `/home`. */
  readonly home?: string;
}

/** What a workspace is made of. */
export interface FxWorkspaceParts {
  readonly shell: FxShell;
  readonly place: FxPlace;
  readonly permission: FxPermission;
  /** Told of the files that a command changed, before its result goes back to fx. */
  readonly wrote: (paths: readonly string[]) => Promise<void>;
  /** Ends every command, as when the instance is let go. */
  readonly signal: AbortSignal;
}

/** A workspace over a shell. */
export class ShellWorkspace implements FxWorkspace {
  readonly info: FxWorkspaceInfo;
  readonly permission: FxPermission;
  readonly #parts: FxWorkspaceParts;
  readonly #running = new Set<Promise<void>>();

  constructor(parts: FxWorkspaceParts) {
    this.#parts = parts;
    const { root, home = "/home" } = parts.place;
    for (const path of [root, home]) {
      if (!isPlain(path)) {
        throw bad(`fx takes only absolute paths without “.” and “..” for its workspace, not “${path}”.`);
      }
    }
    this.info = { version: 1, root, cwd: root, home, gitAvailable: false, ephemeral: true };
    this.permission = parts.permission;
  }

  /** A property and not a method, since fx may call it without its object. */
  readonly exec = async (request: FxExecRequest): Promise<FxExecResult> => {
    const { command, cwd = this.info.cwd, signal, timeoutMs = TIMEOUT_MS } = request;
    const outputLimitBytes = Math.min(request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES, OUTPUT_LIMIT_BYTES);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException(`The command took longer than ${timeoutMs} ms.`, "TimeoutError")),
      timeoutMs,
    );
    const given = signal === undefined ? [] : [signal];
    const stop = AbortSignal.any([this.#parts.signal, ...given, late.signal]);
    try {
      return await this.#exec(command, { signal: stop, cwd, timeoutMs, outputLimitBytes });
    } finally {
      clearTimeout(timer);
    }
  };

  /** Answers when no command runs any more, or only such as do not stop. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #exec(command: string, options: FxShellOptions): Promise<FxExecResult> {
    const { signal: stop, outputLimitBytes } = options;
    throwIfStopped(stop);
    const work = this.#run(command, options);
    const ended = endedOrStopped(work.then(nothing, nothing), stop);
    this.#running.add(ended);
    await ended;
    this.#running.delete(ended);
    throwIfStopped(stop);
    const { stdout, stderr, exitCode } = await work;
    return { ...cutOutputs(stdout, stderr, outputLimitBytes), exitCode };
  }

  async #run(command: string, options: FxShellOptions): Promise<FxShellResult> {
    let changed: readonly string[] = [];
    try {
      const result = await this.#parts.shell.exec(command, options);
      changed = result.changed;
      return result;
    } catch (thrown) {
      changed = changedBefore(thrown);
      throw thrown;
    } finally {
      await this.#parts.wrote(changed);
    }
  }
}

/** What a stopped command had changed by then, where its shell says so. */
function changedBefore(thrown: unknown): readonly string[] {
  const changed = typeof thrown === "object" && thrown !== null && "changed" in thrown ? thrown.changed : [];
  return Array.isArray(changed) ? changed.filter((path): path is string => typeof path === "string") : [];
}

/** Waits for a command's end; when it is stopped, a little longer, so that what it still changed is known. */
function endedOrStopped(ended: Promise<void>, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = (): void => void setTimeout(resolve, GRACE_MS);
    stop.addEventListener("abort", giveUp, { once: true });
    void ended.then(() => {
      stop.removeEventListener("abort", giveUp);
      resolve();
    });
  });
}

/** fx tells a time-out from an abort by the error's name. */
function throwIfStopped(stop: AbortSignal): void {
  if (!stop.aborted) {
    return;
  }
  const reason: unknown = stop.reason;
  if (reason instanceof Error && (reason.name === "AbortError" || reason.name === "TimeoutError")) {
    throw reason;
  }
  throw new DOMException("The command was stopped.", "AbortError");
}

// The same test as fx's own, so that a wrong path is said here and not by an fx without its workspace.
function isPlain(path: string): boolean {
  const parts = path.slice(1).split("/");
  return (
    path.startsWith("/") && !path.includes("\0") && (path === "/" || parts.every((part) => !/^\.{0,2}$/.test(part)))
  );
}

function nothing(): void {
  return undefined;
}
