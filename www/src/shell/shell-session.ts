// One shell over one draft: runs lines, remembers where it is, and hands over what they changed. The same in a worker and in a test.

import { Bash, defineCommand, getCommandNames, InMemoryFs, MountableFs } from "just-bash/browser";
import { type Completion, complete } from "./completion.js";
import { DraftChanges, type PendingFile } from "./draft-changes.js";
import { DraftFs } from "./draft-fs.js";
import { DraftTree } from "./draft-tree.js";
import { absentCommands, terminal as words } from "../words/terminal.js";
import { limitOutput } from "./output-limit.js";

/** Where the draft's files stand in the shell. */
export const DRAFT_ROOT = "/draft";

/** What a command gives back. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a line gave back. */
export interface LineResult extends CommandOutput {
  /** Files that the line changed, added or removed, as the draft names them. */
  readonly changed: readonly string[];
  /** Where the shell is now. */
  readonly cwd: string;
}

/** How a line is run. */
export interface LineOptions {
  /** Where to run it; the shell's own place and variables then stay as they are. */
  readonly cwd?: string;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  /** Most bytes of stdout, and of stderr. */
  readonly outputLimitBytes: number;
}

/** What the shell needs of whoever has the draft. */
export interface ShellHost {
  read(path: string): Promise<Uint8Array>;
  isExecutable(path: string): Promise<boolean>;
  /** Makes the changes; `null`: remove. Answers what was changed and what could not be. */
  apply(changes: ReadonlyMap<string, PendingFile | null>): Promise<Applied>;
  checkpoint(args: readonly string[]): Promise<CommandOutput>;
}

/** What became of changes. */
export interface Applied {
  readonly changed: readonly string[];
  /** Sentences about those that failed. */
  readonly failures: readonly string[];
}

/** What a shell goes on with when it is started anew. */
export interface ShellState {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A shell. Lines must be run one after another. */
export class ShellSession {
  readonly #host: ShellHost;
  readonly #tree = new DraftTree();
  readonly #changes = new DraftChanges();
  readonly #fs: MountableFs;
  readonly #bash: Bash;
  #state: ShellState;
  #changed = new Set<string>();
  #failures: string[] = [];
  readonly #lines: string[] = [];
  #handing: Promise<void> = Promise.resolve();

  constructor(host: ShellHost, state: ShellState = { cwd: DRAFT_ROOT, env: {} }) {
    this.#host = host;
    this.#state = state;
    const base = new InMemoryFs();
    base.mkdirSync("/tmp");
    base.mkdirSync("/dev");
    const draft = new DraftFs(this.#tree, this.#changes, host);
    this.#fs = new MountableFs({ base, mounts: [{ mountPoint: DRAFT_ROOT, filesystem: draft }] });
    this.#bash = new Bash({
      fs: this.#fs,
      cwd: DRAFT_ROOT,
      env: { HOME: DRAFT_ROOT, USER: "you", TERM: "xterm-256color", LANG: "en_US.UTF-8" },
      // It runs beside the page and can be stopped at any time, so long loops may be long.
      executionLimits: { maxCommandCount: 5_000_000, maxLoopIterations: 5_000_000 },
      customCommands: [
        ...Object.entries(absentCommands).map(([name, text]) =>
          defineCommand(name, async () => ({ stdout: "", stderr: `${name}: ${text}\n`, exitCode: 127 })),
        ),
        defineCommand("history", async () => ({ stdout: this.#numbered(), stderr: "", exitCode: 0 })),
        defineCommand("ln", async () => ({ stdout: "", stderr: words.noLinks, exitCode: 1 })),
        defineCommand("checkpoint", async (args) => {
          // A checkpoint holds what the line wrote before it.
          await this.#handOver(this.#changes.take());
          return this.#host.checkpoint(args);
        }),
      ],
    });
  }

  /** Where it is and what it knows, to go on with in another one. */
  get state(): ShellState {
    return this.#state;
  }

  /** Takes the draft's files as they are now. */
  replaceFiles(files: Iterable<readonly [path: string, size: number]>): void {
    this.#tree.replaceFiles(files);
  }

  /** Takes over what somebody else changed; `null`: the file is gone. */
  updateFiles(files: Iterable<readonly [path: string, size: number | null]>): void {
    for (const [path, size] of files) {
      if (size === null) {
        this.#tree.removeFile(path, "go");
      } else if (!this.#tree.isFolder(path)) {
        this.#tree.setFile(path, size);
      }
    }
  }

  /** Runs a line. When `signal` aborts, what was written until then is still handed over. */
  async run(line: string, options: LineOptions): Promise<LineResult> {
    this.#changed = new Set();
    this.#failures = [];
    this.#lines.push(line);
    const { cwd, env } = this.#state;
    // An own place that is gone is left for the draft's root, as a shell must be somewhere.
    const own = (await this.#fs.exists(cwd)) ? cwd : DRAFT_ROOT;
    const timer = setInterval(() => void this.#handOver(this.#changes.takeSettled()), HAND_OVER_EVERY_MS);
    const result = await this.#bash
      .exec(line, {
        cwd: options.cwd ?? own,
        env: { ...env },
        rawScript: true,
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      })
      // A redirection to where no file can be is thrown, not answered.
      .catch((thrown: unknown) => ({
        stdout: "",
        stderr: `bash: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`,
        exitCode: 1,
        env: undefined,
      }))
      .finally(() => clearInterval(timer));
    if (options.cwd === undefined && result.env !== undefined) {
      this.#state = stateAfter(result.env, own);
    }
    await this.#handOver(this.#changes.take());
    const failures = this.#failures.map((text) => `${text}\n`).join("");
    return {
      stdout: limitOutput(result.stdout, options.outputLimitBytes),
      stderr: limitOutput(result.stderr, options.outputLimitBytes) + failures,
      exitCode: result.exitCode === 0 && failures !== "" ? 1 : result.exitCode,
      changed: [...this.#changed].sort(),
      cwd: this.#state.cwd,
    };
  }

  /** What could stand where the text ends. */
  complete(text: string): Promise<Completion> {
    return complete(text, {
      cwd: this.#state.cwd,
      home: DRAFT_ROOT,
      commands: [...getCommandNames().filter((name) => !(name in absentCommands)), ...builtIns, "checkpoint"],
      names: async (folder) => {
        try {
          const names = await this.#fs.readdir(folder);
          return await Promise.all(
            names.map(async (name) => ({ name, isFolder: (await this.#fs.stat(`${folder}/${name}`)).isDirectory })),
          );
        } catch {
          return [];
        }
      },
    });
  }

  /** The lines that were run in here. */
  #numbered(): string {
    return this.#lines.map((line, index) => `${String(index + 1).padStart(5)}  ${line}\n`).join("");
  }

  /** Hands changes over, those of earlier calls first. */
  #handOver(changes: ReadonlyMap<string, PendingFile | null>): Promise<void> {
    this.#handing = this.#handing.then(async () => {
      if (changes.size === 0) {
        return;
      }
      try {
        const { changed, failures } = await this.#host.apply(changes);
        changed.forEach((path) => this.#changed.add(path));
        this.#failures.push(...failures);
      } catch (thrown) {
        const text = thrown instanceof Error ? thrown.message : String(thrown);
        this.#failures.push(...Array.from(changes.keys(), (path) => words.notWritten(path, text)));
      }
    });
    return this.#handing;
  }
}

/** How often the files of a command that runs long are shown. */
const HAND_OVER_EVERY_MS = 500;

const builtIns = ["cd", "exit", "export", "set", "unset", "source", "type", "test", "read", "shift", "wait", "return"];

function stateAfter(env: Readonly<Record<string, string>>, before: string): ShellState {
  const { PWD, ["?"]: _status, ...rest } = env;
  return { cwd: PWD ?? before, env: rest };
}
