// A build's problems as marks in the text.

import type { Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { BuildProblem } from "../../build/outcome.js";

/** The marks of those problems that are in the file at `path`. */
export function problemMarks(state: EditorState, path: string, problems: readonly BuildProblem[]): Diagnostic[] {
  return problems
    .filter((problem) => problem.path === path)
    .map(({ line, column, text }) => {
      // The text may have become shorter since the build.
      const at = state.doc.line(Math.min(Math.max(line ?? 1, 1), state.doc.lines));
      const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
      const word = state.wordAt(from);
      return { from, to: word?.to ?? Math.min(from + 1, at.to), severity: "error" as const, message: text };
    });
}
