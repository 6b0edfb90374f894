// Copies the first files into a draft.

import type { DraftFiles } from "../files/draft-files.js";
import type { Source } from "./source.js";

/** Reads that are under way while one file is written. */
const READ_AHEAD = 16;

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
  const list = await source.list(signal, (count) => progress(count, null));
  const failed = [...list.refused];
  let copied = 0;
  await files.together(async () => {
    for (let at = 0; at < list.files.length; at += READ_AHEAD) {
      signal.throwIfAborted();
      const group = list.files.slice(at, at + READ_AHEAD);
      const contents = await Promise.all(group.map((file) => file.read().catch(() => null)));
      for (const [index, { path, executable }] of group.entries()) {
        const bytes = contents[index] ?? null;
        if (bytes === null) {
          failed.push(path);
        } else {
          await files.write(path, bytes, "import", executable ? { mode: "executable" } : {});
          copied += 1;
        }
      }
      progress(Math.min(at + READ_AHEAD, list.files.length), list.files.length);
    }
  });
  return { copied, skipped: list.skipped, failed };
}
