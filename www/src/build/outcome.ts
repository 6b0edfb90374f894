// What a build came to.

/** A place in the draft, and what is wrong there. */
export interface BuildProblem {
  readonly path: string | null;
  /** Counts from 1. */
  readonly line: number | null;
  /** Counts from 1. */
  readonly column: number | null;
  readonly text: string;
}

/** What a build came to. */
export interface BuildOutcome {
  readonly ok: boolean;
  readonly errors: readonly BuildProblem[];
  readonly warnings: readonly BuildProblem[];
  /** Files that the build made, by path. */
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  /** The page to preview, as a path in the outputs; `null` when there is none. */
  readonly page: string | null;
  /** How long it took. */
  readonly ms: number;
}

/** Whatever can build a draft's files. */
export interface Building {
  build(files: ReadonlyMap<string, Uint8Array>, signal?: AbortSignal): Promise<BuildOutcome>;
}
