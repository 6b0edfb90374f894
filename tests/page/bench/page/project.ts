// The files of a project, and its edits: the same for every side of the bench.

import { editedText, generatedPath, generatedText } from "./generate.js";
import { pick, randomFrom } from "./random.js";

/** Files by path. Nobody changes the arrays. */
export type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** Which files: made up, or real ones that Node serves. */
export type ProjectSource =
  { readonly kind: "generated"; readonly files: number } | { readonly kind: "served"; readonly url: string };

/** All files of a project. */
export async function projectFiles(source: ProjectSource): Promise<Files> {
  return source.kind === "generated" ? generatedFiles(source.files) : servedFiles(source.url);
}

function generatedFiles(count: number): Files {
  const files: Files = new Map();
  for (let at = 0; at < count; at++) {
    files.set(generatedPath(at), encoder.encode(generatedText(at)));
  }
  return files;
}

/** Files in one body: the length of a JSON list in 4 bytes, the list, then all bytes, file after file. */
export async function servedFiles(url: string): Promise<Files> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
  const body = await response.arrayBuffer();
  let at = 4 + new DataView(body).getUint32(0, true);
  const list = JSON.parse(decoder.decode(new Uint8Array(body, 4, at - 4))) as [string, number][];
  const files: Files = new Map();
  for (const [path, size] of list) {
    // A buffer of its own, as an editor has it.
    files.set(path, new Uint8Array(body.slice(at, at + size)));
    at += size;
  }
  return files;
}

/** Edits `count` files in `files`, and says which they are now. `seed` names the edit. */
export function editFiles(files: Files, count: number, seed: number): Files {
  const paths = [...files.keys()];
  const random = randomFrom(seed);
  const changed: Files = new Map();
  while (changed.size < count) {
    const path = pick(random, paths);
    const bytes = files.get(path);
    if (bytes !== undefined && bytes.length > 200 && !changed.has(path)) {
      changed.set(path, encoder.encode(editedText(decoder.decode(bytes), seed)));
    }
  }
  changed.forEach((bytes, path) => files.set(path, bytes));
  return changed;
}

/** How many bytes all files have. */
export function bytesIn(files: ReadonlyMap<string, Uint8Array>): number {
  let bytes = 0;
  files.forEach((content) => (bytes += content.length));
  return bytes;
}

/** Whether both hold the same bytes. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
