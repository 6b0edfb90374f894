// File maps of a caller, as columns for WebAssembly.

import { bad } from "./arguments.js";
import { joinPaths } from "./paths.js";
import type { ChangeMap, FileMap } from "./types.js";

/** Paths joined by NUL, and for each the bytes. */
export interface Columns<Content> {
  readonly paths: string;
  readonly contents: Content[];
}

/** The columns of a full map. A path that cannot cross is an error. */
export function fileColumns(files: FileMap): Columns<Uint8Array> {
  const entries = entriesOf(files);
  return { paths: joinPaths(entries.map(([path]) => path)), contents: entries.map(([, content]) => bytesOf(content)) };
}

/** The columns of changes; `null` stays `null`. */
export function changeColumns(changes: ChangeMap): Columns<Uint8Array | null> {
  const entries = entriesOf(changes);
  return {
    paths: joinPaths(entries.map(([path]) => path)),
    contents: entries.map(([, content]) => (content === null ? null : bytesOf(content))),
  };
}

/** Text as UTF-8; bytes as they are. */
export function bytesOf(content: Uint8Array | string): Uint8Array {
  if (typeof content === "string") {
    return encoder.encode(content);
  }
  if (isGone(content)) {
    throw bad(`The content of a file is not there any more: ${GONE}.`);
  }
  return content;
}

/** Why bytes that are [gone](isGone) are so. */
export const GONE = "its bytes were transferred away";

/** Whether bytes were handed to another thread, or cut off: they look like those of an empty file, and are not. */
export function isGone(bytes: unknown): boolean {
  try {
    if (ArrayBuffer.isView(bytes) && bytes.byteLength === 0) {
      nothing.set(bytes as Uint8Array);
    }
    return false;
  } catch {
    return true;
  }
}

/** The entries of a `Map` or of an object's own keys. */
export function entriesOf<Content>(
  files: ReadonlyMap<string, Content> | Readonly<Record<string, Content>>,
): [string, Content][] {
  if (isMap(files)) {
    return [...files];
  }
  // The entries of anything else would be none, or its letters: a draft without its files.
  if (typeof files !== "object" || files === null || Symbol.iterator in files) {
    throw bad("Files are given as a Map or an object, by path.");
  }
  return Object.entries(files);
}

// By its tag and not by `instanceof`, which is wrong for a map from another frame.
function isMap<Content>(
  files: ReadonlyMap<string, Content> | Readonly<Record<string, Content>>,
): files is ReadonlyMap<string, Content> {
  return Object.prototype.toString.call(files) === "[object Map]";
}

const encoder = new TextEncoder();
const nothing = new Uint8Array(0);
