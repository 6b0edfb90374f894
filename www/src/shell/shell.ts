// A shell over a draft's files, for a person's terminal or for an agent. It runs in a worker of its own.

import { proxy, type Remote, wrap } from "comlink";
import { terminal as words } from "../words/terminal.js";
import { applyChanges } from "./apply-changes.js";
import type { Completion } from "./completion.js";
import type { ShellFiles, ShellUser } from "./shell-files.js";
import { type CommandOutput, DRAFT_ROOT, type ShellState } from "./shell-session.js";
import type { Ran, ShellWorker } from "./shell-worker.js";
import { type Stopping, watch } from "./stopping.js";

export { DRAFT_ROOT } from "./shell-session.js";
export type { CommandOutput } from "./shell-session.js";

/** What a shell is made with. */
export interface ShellOptions {
  readonly files: ShellFiles;
  /** On whose behalf it writes: a person's, unless it is said. */
  readonly by?: ShellUser;
  /** Does what `checkpoint …` says; the arguments are split already. */
  checkpoint(args: readonly string[]): Promise<CommandOutput>;
}

/** How a line is run. */
export interface ExecOptions {
  readonly signal?: AbortSignal;
  /** Where to run it, such as `/draft/src`. The shell's own place and variables then stay as they are. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
  /** Most bytes of stdout, and of stderr; what is over is cut with a note. */
  readonly outputLimitBytes?: number;
  readonly stdin?: string;
}

/** What a line gave back. */
export interface ExecResult extends CommandOutput {
  /** Files that the line changed, added or removed. */
  readonly changed: readonly string[];
}

/** What an agent is given when it names no limit. */
export const OUTPUT_LIMIT_BYTES = 65_536;

/** Files that a note about unsaved text names. */
const NAMED_IN_NOTE = 3;

/** The files that a line had changed before it was stopped. */
export function changedBefore(error: unknown): readonly string[] {
  return error instanceof StoppedError ? error.changed : [];
}

/** A line that was stopped: an `AbortError`, or a `TimeoutError`. */
class StoppedError extends DOMException {
  readonly changed: readonly string[];

  constructor(message: string, name: "AbortError" | "TimeoutError", changed: readonly string[]) {
    super(message, name);
    this.changed = changed;
  }
}

interface Running {
  readonly worker: Worker;
  readonly remote: Remote<ShellWorker>;
  /** Rejects when the worker comes to an end by itself. */
  readonly ended: Promise<never>;
}

/** A shell. Lines run one after another. */
export class Shell {
  readonly #options: ShellOptions;
  readonly #unlisten: () => void;
  #running: Running | null = null;
  #state: ShellState | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #changed = new Set<string>();
  #unsavedRead = new Set<string>();

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#unlisten = options.files.onChange(({ paths }) => this.#tell(paths));
  }

  /** Where it is, such as `/draft/src`. */
  get cwd(): string {
    return this.#state?.cwd ?? DRAFT_ROOT;
  }

  /**
   * Runs a line, after those that were given before.
   * Rejects with an `AbortError` when `signal` aborts and with a `TimeoutError` when the time is over.
   */
  exec(line: string, options: ExecOptions = {}): Promise<ExecResult> {
    let waits = true;
    const turn = this.#last.then(() => {
      waits = false;
      return this.#exec(line, options);
    });
    this.#last = turn.catch(() => undefined);
    const { signal } = options;
    return signal === undefined
      ? turn
      : new Promise((resolve, reject) => {
          // A line that has not begun can be let go at once.
          signal.addEventListener("abort", () => {
            if (waits) {
              reject(new StoppedError(words.aborted, "AbortError", []));
            }
          });
          turn.then(resolve, reject);
        });
  }

  /** What could stand where `text` ends. */
  complete(text: string): Promise<Completion> {
    return this.#start().remote.complete(text);
  }

  /** Ends it. */
  close(): void {
    this.#unlisten();
    this.#end();
  }

  async #exec(line: string, options: ExecOptions): Promise<ExecResult> {
    if (options.signal?.aborted === true) {
      throw new StoppedError(words.aborted, "AbortError", []);
    }
    this.#changed = new Set();
    this.#unsavedRead = new Set();
    const running = this.#start();
    const { remote, ended } = running;
    const stopping = watch(options, () => void remote.stop());
    try {
      const ran = remote.run(line, {
        outputLimitBytes: options.outputLimitBytes ?? OUTPUT_LIMIT_BYTES,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
      });
      const outcome = await Promise.race([ran, ended, stopping.late]);
      return this.#finish(outcome, stopping, options);
    } catch (thrown) {
      // A worker that ended by itself cannot be used again.
      if (!(thrown instanceof StoppedError)) {
        this.#end();
      }
      throw thrown;
    } finally {
      stopping.done();
    }
  }

  #finish(outcome: Ran | "late", stopping: Stopping, { timeoutMs = 0 }: ExecOptions): ExecResult {
    if (outcome === "late") {
      this.#end();
    } else {
      this.#state = outcome.state;
    }
    if (stopping.reason !== null) {
      const said = stopping.reason === "TimeoutError" ? words.timedOut(timeoutMs) : words.aborted;
      const message = outcome === "late" ? `${said} ${words.restarted}` : said;
      throw new StoppedError(message, stopping.reason, [...this.#changed]);
    }
    if (outcome === "late") {
      throw new Error(words.crashed);
    }
    const { stdout, stderr, exitCode, changed } = outcome.result;
    return { stdout, stderr: stderr + this.#note(), exitCode, changed };
  }

  #start(): Running {
    this.#running ??= this.#open();
    return this.#running;
  }

  #open(): Running {
    const worker = new Worker(new URL("./shell-worker.ts", import.meta.url), { type: "module", name: "shell" });
    const ended = new Promise<never>((_, reject) => {
      worker.addEventListener("error", () => reject(new Error(words.crashed)));
    });
    ended.catch(() => undefined);
    const remote = wrap<ShellWorker>(worker);
    const { files, by = "shell", checkpoint } = this.#options;
    const host = proxy({
      read: (path: string) => {
        if (files.unsaved().has(path)) {
          this.#unsavedRead.add(path);
        }
        return files.read(path);
      },
      isExecutable: async (path: string) => files.modeOf(path) === "executable",
      apply: async (changes: Parameters<typeof applyChanges>[2]) => {
        const applied = await applyChanges(files, by, changes);
        applied.changed.forEach((path) => this.#changed.add(path));
        return applied;
      },
      checkpoint: (args: readonly string[]) => checkpoint(args),
    });
    void remote.open(host, this.#all(), this.#state);
    return { worker, remote, ended };
  }

  #end(): void {
    this.#running?.worker.terminate();
    this.#running = null;
  }

  #all(): (readonly [string, number])[] {
    return this.#options.files.list().map(({ path, size }) => [path, size] as const);
  }

  #tell(paths: readonly string[] | "all"): void {
    if (this.#running === null) {
      return;
    }
    const { remote } = this.#running;
    if (paths === "all") {
      void remote.replaceFiles(this.#all());
      return;
    }
    const wanted = new Map<string, number | null>(paths.map((path) => [path, null]));
    for (const { path, size } of this.#options.files.list()) {
      if (wanted.has(path)) {
        wanted.set(path, size);
      }
    }
    void remote.updateFiles([...wanted]);
  }

  #note(): string {
    const paths = [...this.#unsavedRead].sort();
    return paths.length === 0
      ? ""
      : `${words.unsaved(paths.slice(0, NAMED_IN_NOTE), Math.max(0, paths.length - NAMED_IN_NOTE))}\n`;
  }
}
