// Commands, and what they print.

import type { Receipt } from "./restore.js";

/** Who runs a command. */
export interface TerminalOptions {
  /** The id of the turn whose agent runs it: a checkpoint that it takes is that turn's. */
  readonly turn?: string;
}

/** What a command printed. */
export interface TerminalResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 0: done. 1: it failed. 2: the line is wrong, and nothing was done. */
  readonly exitCode: 0 | 1 | 2;
  /**
   * What `restore`, `resume`, `undo`, `redo` or `recover` did, as `apply` answers it: of a conversation that was moved, the
   * prompt for the input and what its agent is to be told. `null`: another command, or nothing was done.
   */
  readonly receipt: Receipt | null;
}
