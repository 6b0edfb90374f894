// How the elements look into checkpoints. They read, and change nothing.

import type { Diff, DiffRequest, HeldFile } from "./surface.js";

/** One side of a comparison: a checkpoint, or the files as they are now. */
export type Side = number | "files";

/** What a host gives the elements to read with. */
export interface CheckpointReader {
  diff(request: DiffRequest): Promise<Diff>;
  files(n: number): Promise<readonly HeldFile[]>;
  /** The bytes of a file; of the files as they are now, text that is not saved yet included. */
  read(of: Side, path: string): Promise<Uint8Array>;
}

/** What an error says to a person: its sentence, and its hint where it has one. */
export function sentenceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    return String(thrown);
  }
  const { hint } = thrown as Error & { readonly hint?: unknown };
  return typeof hint === "string" && hint !== "" ? `${thrown.message} ${hint}` : thrown.message;
}
