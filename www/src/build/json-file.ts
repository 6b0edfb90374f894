// Reads JSON files and says where they are broken.

import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { getNodeValue } from "jsonc-parser";
import { broken } from "../words/build.js";
import type { BuildProblem, ProblemKind } from "./outcome.js";
import { type Place, placeAt } from "./places.js";
import { readText, type SourceFiles } from "./source-files.js";

/** How strict a file's format is: settings for TypeScript may have comments and commas at the end. */
export type JsonDialect = "json" | "json-with-comments";

/** A JSON file that was read, with the places of its parts. */
export interface JsonFile {
  readonly path: string;
  readonly value: unknown;
  /** Where the value at `keys` stands; the file's first line when there is none. */
  placeOf(keys: readonly (string | number)[]): Place;
}

/** The file, or what is wrong with it. */
export type JsonRead =
  | { readonly file: JsonFile; readonly problems: readonly [] }
  | { readonly file: null; readonly problems: readonly BuildProblem[] };

/** Reads `path`. */
export async function readJson(
  files: SourceFiles,
  path: string,
  kind: ProblemKind,
  dialect: JsonDialect = "json",
): Promise<JsonRead> {
  const text = await readText(files, path);
  const errors: ParseError[] = [];
  const lenient = dialect === "json-with-comments";
  const root = parseTree(text, errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  // One slip makes the parser report several: the first is the one to mend.
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    const offset = first?.offset ?? 0;
    const code = first === undefined ? "ValueExpected" : printParseErrorCode(first.error);
    return { file: null, problems: [{ path, ...placeAt(text, offset), text: broken.json(code), kind }] };
  }
  return { file: { path, value: getNodeValue(root), placeOf: (keys) => placeIn(text, root, keys) }, problems: [] };
}

function placeIn(text: string, root: Node, keys: readonly (string | number)[]): Place {
  const node = findNodeAtLocation(root, [...keys]);
  return placeAt(text, node?.offset ?? root.offset);
}

/** The value's own member `key`, when it is an object. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether it is an object, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts of a list; what is not text is left out. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
