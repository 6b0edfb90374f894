// Drafts for the tests, and the build of one with the real compiler.

import { build } from "esbuild-wasm";
import { buildProject } from "../src/build/build-project.js";
import type { BuildOutcome, BuildProblem } from "../src/build/outcome.js";

/** Files by path; text stands for its bytes. */
export type Draft = Readonly<Record<string, string | Uint8Array>>;

/** The bytes of a draft. */
export function bytesOf(draft: Draft): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  return new Map(
    Object.entries(draft).map(([path, content]) => [
      path,
      typeof content === "string" ? encoder.encode(content) : content,
    ]),
  );
}

/** Builds a draft. */
export function buildDraft(draft: Draft): Promise<BuildOutcome> {
  const files = bytesOf(draft);
  return buildProject(
    { build },
    {
      paths: new Set(files.keys()),
      read: async (path) => {
        const bytes = files.get(path);
        if (bytes === undefined) {
          throw new Error("There is no such file.");
        }
        return bytes;
      },
    },
    () => 0,
  );
}

/** A problem as one line: `path:line:column kind text`. */
export function line({ path, line, column, kind, text }: BuildProblem): string {
  return `${path ?? "-"}:${line ?? "-"}:${column ?? "-"} ${kind} ${text}`;
}

/** The text of an output. */
export function textOf(outcome: BuildOutcome, path: string): string {
  const bytes = outcome.outputs.get(path);
  if (bytes === undefined) {
    throw new Error(`There is no output ${path}, only ${[...outcome.outputs.keys()].join(", ")}.`);
  }
  return new TextDecoder().decode(bytes);
}
