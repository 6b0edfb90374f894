// Copies the first files into a draft.

import type { DraftFiles } from "../files/draft-files.js";
import type { FilledFile } from "../history.js";
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
  const filling = new Filling(files);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([copy(source, { files, filling, importer }, signal, progress), stopped]);
  } finally {
    importer.close();
    // What is being written would else come back after the draft was removed.
    await filling.ended;
  }
}

/** Fills a draft's files. */
class Filling {
  readonly #files: DraftFiles;
  /** When nothing is being written any more. */
  ended: Promise<unknown> = Promise.resolve();

  constructor(files: DraftFiles) {
    this.#files = files;
  }

  fill(group: readonly FilledFile[]): Promise<string[]> {
    const filled = this.#files.fill(group);
    this.ended = filled.catch(() => undefined);
    return filled;
  }
}

interface Copying {
  readonly files: DraftFiles;
  readonly filling: Filling;
  readonly importer: Importer;
}

async function copy(
  source: Source,
  { files, filling, importer }: Copying,
  signal: AbortSignal,
  progress: (done: number, of: number | null) => void,
): Promise<Copied> {
  const list = await source.list({ importer, signal, found: (count) => progress(count, null) });
  const failed = [...list.refused];
  let done = 0;
  await files.together(async () => {
    for await (const group of groups(list.files, failed, source.damaged)) {
      signal.throwIfAborted();
      failed.push(...(await filling.fill(group)));
      done += group.length;
      progress(done, list.files.length);
    }
  });
  return { copied: list.files.length + list.refused.length - failed.length, skipped: list.skipped, failed };
}

/** Groups of files, read. What cannot be read is named in `failed`, or ends it, where `damaged` says so. */
async function* groups(
  files: readonly SourceFile[],
  failed: string[],
  damaged: Source["damaged"],
): AsyncGenerator<FilledFile[]> {
  let group: FilledFile[] = [];
  let bytes = 0;
  for (let at = 0; at < files.length; at += 16) {
    const some = files.slice(at, at + 16);
    const contents = await Promise.all(some.map((file) => file.read().catch(() => null)));
    for (const [index, { path, executable }] of some.entries()) {
      const content = contents[index] ?? null;
      if (content === null && damaged !== undefined) {
        throw new Error(damaged(path));
      } else if (content === null) {
        failed.push(path);
      } else {
        group.push({ path, content, ...(executable ? { mode: "executable" } : {}) });
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
