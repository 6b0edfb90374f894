// On what the figures were taken: without it they say little.

import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg } from "node:os";

/** The machine and its programs. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly browser: string;
  readonly git: string;
  readonly node: string;
  /** Processes that wanted to run in the minute before: more than there are cores makes figures noisy. */
  readonly load_before: number;
  readonly date: string;
  readonly quick: boolean;
}

/** What is known before the browser runs; it tells its version itself. */
export function machine(browser: string, quick: boolean): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    browser: `Chromium ${browser}`,
    git: execFileSync("git", ["--version"], { encoding: "utf8" }).trim(),
    node: process.version,
    load_before: loadavg()[0] ?? 0,
    date: new Date().toISOString(),
    quick,
  };
}
