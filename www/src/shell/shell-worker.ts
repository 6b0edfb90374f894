// The worker that the shell runs in: a command that never ends holds up neither the page nor the person.

import { expose } from "comlink";
import type { Completion } from "./completion.js";
import { type LineOptions, type LineResult, ShellSession, type ShellHost, type ShellState } from "./shell-session.js";

/** How a line is run, as it crosses to the worker. */
export type SentOptions = Omit<LineOptions, "signal">;

/** What a line gave back, and what the shell would go on with. */
export interface Ran {
  readonly result: LineResult;
  readonly state: ShellState;
}

/** What the page calls in here. */
export interface ShellWorker {
  open(host: ShellHost, files: readonly (readonly [path: string, size: number])[], state: ShellState | null): void;
  replaceFiles(files: readonly (readonly [path: string, size: number])[]): void;
  updateFiles(files: readonly (readonly [path: string, size: number | null])[]): void;
  run(line: string, options: SentOptions): Promise<Ran>;
  /** Asks the line that runs to end. */
  stop(): void;
  complete(text: string): Promise<Completion>;
}

let session: ShellSession | null = null;
let running: AbortController | null = null;

function opened(): ShellSession {
  if (session === null) {
    throw new Error("The shell is used before it is opened.");
  }
  return session;
}

const worker: ShellWorker = {
  open: (host, files, state) => {
    session = state === null ? new ShellSession(host) : new ShellSession(host, state);
    session.replaceFiles(files);
  },
  replaceFiles: (files) => opened().replaceFiles(files),
  updateFiles: (files) => opened().updateFiles(files),
  run: async (line, options) => {
    running = new AbortController();
    try {
      const result = await opened().run(line, { ...options, signal: running.signal });
      return { result, state: opened().state };
    } finally {
      running = null;
    }
  },
  stop: () => running?.abort(),
  complete: (text) => opened().complete(text),
};

expose(worker);
