// Copies the first files into a draft.

import type { DraftFiles } from "../files/draft-files.js";
import { Importer } from "./importer.js";
import type { Source, SourceFile } from "./source.js";

/** Files of one message to the worker. */
const FILES_AT_ONCE = 128;
/** Bytes of unpacked files that wait at the same time, about. */
const BYTES_AT_ONCE = 8_000_000;

/** What was copied. */
export interface Copied {
  readonly copied: number;
  readonly skipped: number;
  /** Paths that could not be copied. */
  readonly failed: readonly string[];
}

/** Copies every file of `source`. `of` is `null` while nobody knows how many there are. */
export async function copyFiles(
  source: Source,
  files: DraftFiles,
  signal: AbortSignal,
  progress: (done: number, of: number | null) => void,
): Promise<Copied> {
  const importer = new Importer();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([copy(source, files, importer, signal, progress), stopped]);
  } finally {
    importer.close();
  }
}

async function copy(
  source: Source,
  files: DraftFiles,
  importer: Importer,
  signal: AbortSignal,
  progress: (done: number, of: number | null) => void,
): Promise<Copied> {
  const list = await source.list({ importer, signal, found: (count) => progress(count, null) });
  const failed = [...list.refused];
  let done = 0;
  await files.together(async () => {
    for await (const group of groups(list.files, failed)) {
      signal.throwIfAborted();
      failed.push(...(await files.fill(importer, group)));
      done += group.length;
      progress(done, list.files.length);
    }
  });
  return { copied: list.files.length + list.refused.length - failed.length, skipped: list.skipped, failed };
}

/** A file and what is in it. */
export interface FilledFile {
  readonly path: string;
  readonly executable: boolean;
  readonly content: Blob | Uint8Array;
}

/** Groups of files, read. What cannot be read is named in `failed`. */
async function* groups(files: readonly SourceFile[], failed: string[]): AsyncGenerator<FilledFile[]> {
  let group: FilledFile[] = [];
  let bytes = 0;
  for (let at = 0; at < files.length; at += 16) {
    const some = files.slice(at, at + 16);
    const contents = await Promise.all(some.map((file) => file.read().catch(() => null)));
    for (const [index, { path, executable }] of some.entries()) {
      const content = contents[index] ?? null;
      if (content === null) {
        failed.push(path);
      } else {
        group.push({ path, executable, content });
        bytes += content instanceof Blob ? 0 : content.length;
      }
    }
    if (group.length >= FILES_AT_ONCE || bytes >= BYTES_AT_ONCE) {
      yield group;
      group = [];
      bytes = 0;
    }
  }
  yield group;
}
