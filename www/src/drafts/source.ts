// Where the first files of a draft come from.

import { sourceWords as words } from "../words/home.js";
import type { Importer } from "./importer.js";

/** One file that is to be copied. */
export interface SourceFile {
  readonly path: string;
  readonly executable: boolean;
  /** Its bytes, or what they can be read from elsewhere. */
  read(): Promise<Uint8Array | Blob>;
}

/** All files that are to be copied. */
export interface SourceList {
  readonly files: readonly SourceFile[];
  /** How many were found and are not copied: those of `.git` and `node_modules` folders. */
  readonly skipped: number;
  /** Paths that no draft can hold, and are not copied. */
  readonly refused: readonly string[];
}

/** Where files come from. */
export interface Source {
  /** What the draft is called at first. */
  readonly name: string;
  /** The label of the first checkpoint. */
  readonly label: string;
  /** What ends the copying when a file cannot be read. Left out: the file is named, and the others are copied. */
  readonly damaged?: (path: string) => string;
  /** Looks what is there. Fails with the signal's reason when it aborts, and where there is nothing to copy. */
  list(looking: Looking): Promise<SourceList>;
}

/** What a source looks with. */
export interface Looking {
  readonly importer: Importer;
  readonly signal: AbortSignal;
  /** Told how many files were found so far. */
  readonly found: (count: number) => void;
}

/** As `sorted`, of something of a person's that is called `name`: with nothing to copy it is no draft. */
export function sortedSome(name: string, found: readonly SourceFile[], skipped = 0): SourceList {
  const list = sorted(found, skipped);
  if (list.files.length === 0) {
    throw new Error(words.noFiles(name, list.skipped));
  }
  return list;
}

/** Sorts what was found into what is copied and what is not. */
export function sorted(found: readonly SourceFile[], skipped = 0): SourceList {
  const refused: string[] = [];
  const files: SourceFile[] = [];
  let alsoSkipped = 0;
  for (const file of found) {
    if (isSkipped(file.path)) {
      alsoSkipped += 1;
    } else if (isPath(file.path)) {
      files.push(file);
    } else {
      refused.push(file.path);
    }
  }
  return { files, skipped: skipped + alsoSkipped, refused };
}

/** Whether a folder is not even looked into. */
export function isSkippedFolder(name: string): boolean {
  return name === ".git" || name === "node_modules";
}

/** Whether a draft can hold a file at `path`. */
export function isPath(path: string): boolean {
  return (
    !path.includes("\0") && path.isWellFormed() && path.split("/").every((name) => !["", ".", ".."].includes(name))
  );
}

function isSkipped(path: string): boolean {
  return path.split("/").slice(0, -1).some(isSkippedFolder);
}
