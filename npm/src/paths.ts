// Paths on their way to WebAssembly: joined by NUL, which is why some are refused here and not there.

import { KnowngoodError } from "./errors.js";

/** Why `path` cannot cross, as a sentence without its name; `null` when it can. */
export function pathProblem(path: string): string | null {
  if (typeof path !== "string") {
    return "the path is not a text";
  }
  if (path.includes("\0")) {
    return "the path holds a NUL character";
  }
  // UTF-8 has no half of a surrogate pair: encoding it would give the file another name.
  return isWellFormed(path) ? null : "the path is not well-formed Unicode";
}

/** Joins paths that a caller named himself; one that cannot cross is an error. */
export function joinPaths(paths: readonly string[]): string {
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== null) {
      throw new KnowngoodError("bad_path", `${showable(path)}: ${problem}`, "Rename the file.", [showable(path)]);
    }
  }
  return paths.join("\0");
}

/** The `count` paths of a joined string. */
export function splitPaths(joined: string): string[] {
  return joined === "" ? [] : joined.split("\0");
}

/** `path` without what cannot be shown. */
export function showable(path: string): string {
  return toWellFormed(String(path)).replaceAll("\0", "\u2400");
}

// `isWellFormed` came to browsers in 2023; a regular expression with `u` sees half a pair as a code point of its own.
const loneSurrogates = /\p{Surrogate}/gu;

function isWellFormed(text: string): boolean {
  const own = (text as MaybeWellFormed).isWellFormed;
  return own === undefined ? text.search(loneSurrogates) === -1 : own.call(text);
}

function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}

interface MaybeWellFormed {
  isWellFormed?(): boolean;
}
