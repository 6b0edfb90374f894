// What a build came to: whether it passed, what is wrong and where, and what it made.

import type { SourceFiles } from "./source-files.js";

/** What kind of fault a problem is; the console groups nothing by it, but names it. */
export type ProblemKind =
  "code" | "style" | "import" | "package" | "page" | "manifest" | "json" | "settings" | "nothing";

/** One error or warning, with its place as far as it is known. */
export interface BuildProblem {
  readonly path: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** Counted from 1, in UTF-16 units, as an editor counts. */
  readonly column: number | null;
  readonly text: string;
  readonly kind: ProblemKind;
}

/** How a build ended. Only the first two are verdicts: a draft with nothing to build has none. */
export type BuildState = "success" | "failed" | "nothing";

/** What a page that can be shown is for. */
export type PageKind = "page" | "popup" | "options" | "side-panel" | "new-tab" | "dev-tools" | "content-script";

/** A page that the preview can show. */
export interface BuiltPage {
  /** Where it stands among the outputs. */
  readonly path: string;
  readonly kind: PageKind;
}

/** What a build came to. */
export interface BuildOutcome {
  /** Whether `state` is `success`. */
  readonly ok: boolean;
  readonly state: BuildState;
  readonly errors: readonly BuildProblem[];
  readonly warnings: readonly BuildProblem[];
  /** What was made, by path: pages, bundles, and the files that they use. */
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  /** The page to show first; `null` when none was made. */
  readonly page: string | null;
  readonly pages: readonly BuiltPage[];
  /** The extension's script that works in the background; `null` when there is none. */
  readonly background: string | null;
  readonly ms: number;
}

/** Thrown when the compiler itself ended in mid-build. It says nothing about the draft, so there is no verdict. */
export class CompilerStopped extends Error {
  override readonly name = "CompilerStopped";
}

/** Whatever can build a draft's files. */
export interface Building {
  build(files: SourceFiles, signal?: AbortSignal): Promise<BuildOutcome>;
}
