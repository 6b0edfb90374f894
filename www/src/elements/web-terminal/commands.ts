// What the terminal is given to run lines with, and what it gives to programs.

import type { Completion } from "../../shell/completion.js";
import type { HistoryStore } from "./command-history.js";

/** What a line gave back. */
export interface TerminalResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Files that the line changed. */
  readonly changed: readonly string[];
}

/** What runs the lines. */
export interface TerminalCommands {
  /** Runs a line. Rejects when `signal` aborts it; `changed` of the error then names what it had changed. */
  exec(line: string, signal: AbortSignal): Promise<TerminalResult>;
  complete?(text: string): Promise<Completion>;
  /** What stands in front of a line, such as `~/src $ `. */
  prompt(): string;
  readonly history?: HistoryStore;
}

/** A program that has the whole screen to itself. */
export interface TerminalProgram {
  input(data: string): void;
  resized(columns: number, rows: number): void;
}

/** The screen that such a program is given. */
export interface TerminalScreen {
  readonly columns: number;
  readonly rows: number;
  write(data: string | Uint8Array): void;
  /** Gives it back: the prompt comes again. */
  release(): void;
}

/** What was changed by a line that ran, and the line. */
export interface Edited {
  readonly paths: readonly string[];
  readonly command: string;
}
