// One restore at a time, over all tabs.

import { KnowngoodError } from "./errors.js";

/** How long a restore waits for another tab's to end: longer than one takes, shorter than a person's patience. */
const PATIENCE_MS = 5000;

/**
 * Does `work` while no other tab does anything under the same `name`.
 *
 * A browser without Web Locks still has the revision check of every commit, so nothing is lost there; two restores
 * may then write files at the same time, and one of them fails.
 */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) {
    return work();
  }
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  let begun = false;
  try {
    return await locks.request(name, { signal: patience.signal }, () => {
      begun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (thrown) {
    if (!begun && patience.signal.aborted) {
      throw new KnowngoodError(
        "conflict",
        "Another tab is restoring this draft.",
        "Let it finish, or close that tab; then try again.",
      );
    }
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a tab is at work under `name` right now. */
export async function isHeld(name: string): Promise<boolean> {
  const held = (await globalThis.navigator?.locks?.query())?.held ?? [];
  return held.some((lock) => lock.name === name);
}
