// How much is stored for the versions of a real project.

import { Ours } from "./ours.js";
import { bytesIn, sameBytes, servedFiles } from "./project.js";
import { say } from "./timing.js";

/** What was stored. */
export interface Stored {
  /** Bytes of the draft. */
  readonly bytes: number;
  /** Bytes of all files of all versions. */
  readonly given: number;
  /** Milliseconds of each capture. */
  readonly captures: number[];
}

/** Captures each version as the next checkpoint of one draft, and restores the first and the last. */
export async function storeVersions(urls: readonly string[]): Promise<Stored> {
  const ours = await Ours.open("stored", new Map());
  const captures: number[] = [];
  const numbers: number[] = [];
  let given = 0;
  for (const [at, url] of urls.entries()) {
    say(`stored bytes: version ${at + 1} of ${urls.length}`);
    const files = await servedFiles(url);
    given += bytesIn(files);
    for (const path of ours.workspace.paths()) {
      if (!files.has(path)) {
        ours.workspace.remove(path);
      }
    }
    for (const [path, bytes] of files) {
      if (!ours.workspace.has(path) || !sameBytes(ours.workspace.read(path), bytes)) {
        ours.workspace.write(path, bytes);
      }
    }
    const began = performance.now();
    numbers.push(await ours.capture());
    captures.push(performance.now() - began);
  }
  const bytes = await ours.storedBytes();
  // Two at the ends and one between: every checkpoint is the replay's matter.
  for (const at of [0, Math.floor(urls.length / 2), urls.length - 1]) {
    await ours.expectCheckpoint(numbers[at] ?? 0, await servedFiles(urls[at] ?? ""));
  }
  await ours.remove();
  return { bytes, given, captures };
}
