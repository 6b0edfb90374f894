// What a command printed.

/** What a command printed. */
export interface TerminalResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 0: done. 1: it failed. 2: the line is wrong, and nothing was done. */
  readonly exitCode: 0 | 1 | 2;
}
