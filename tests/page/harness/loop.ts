// Captures and restores without end, telling Node of each that was reported saved before going on.

import type { Draft, Workspace } from "knowngood";
import { type Files, fingerprint } from "./fingerprint.js";
import { randomNumbers } from "./random.js";

/** A checkpoint that a call reported saved, with what its files were when the call was made. */
export interface Saved {
  readonly n: number;
  readonly print: string;
}

declare global {
  interface Window {
    /** Given by Node; answers when it has noted the report. */
    saved(report: Saved): Promise<void>;
  }
}

/** How many files the draft has. */
const FILES = 40;

/** Never returns: the browser is killed. */
export async function runUntilKilled(draft: Draft, workspace: Workspace, seed: number): Promise<void> {
  const random = randomNumbers(seed);
  const files: Files = new Map();
  for (const { path } of await workspace.list()) {
    files.set(path, await workspace.read(path));
  }
  /** What each checkpoint of this run holds. */
  const known = new Map<number, Files>();
  for (let step = 0; ; step++) {
    const numbers = [...known.keys()];
    const target = numbers[Math.floor(random() * numbers.length)];
    if (target === undefined || random() < 0.5) {
      await edit(workspace, files, random, `${seed}/${step}`);
      const print = await fingerprint(files);
      const { checkpoint } = await draft.capture({ kind: "message", label: `step ${seed}/${step}` });
      if (checkpoint === null) {
        throw new Error("A capture under a message took no checkpoint.");
      }
      known.set(checkpoint.n, new Map(files));
      await window.saved({ n: checkpoint.n, print });
    } else {
      const print = await fingerprint(files);
      const { safety } = await draft.apply(await draft.planRestore(target));
      files.clear();
      known.get(target)?.forEach((bytes, path) => files.set(path, bytes));
      if (safety !== null) {
        await window.saved({ n: safety, print });
      }
    }
  }
}

async function edit(workspace: Workspace, files: Files, random: () => number, text: string): Promise<void> {
  for (let at = 0; at < FILES; at++) {
    const path = `src/${at % 5}/file${at}.ts`;
    const lot = random();
    if (lot < 0.15 && files.has(path)) {
      await workspace.remove(path);
      files.delete(path);
    } else if (lot < 0.7 || files.size === 0) {
      const bytes = new TextEncoder().encode(`// ${text} ${at}\n`.repeat(1 + Math.floor(random() * 60)));
      await workspace.write(path, bytes, { mode: "regular" });
      files.set(path, bytes);
    }
  }
}
