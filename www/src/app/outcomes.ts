// The outcomes of the last builds, by what was built: going back and forth builds nothing twice.

import type { BuildOutcome } from "../build/outcome.js";

/** How many are kept: a handful of states is what a person goes back and forth between. */
const KEPT = 6;

/** Outcomes by the key of their files. */
export class Outcomes {
  readonly #outcomes = new Map<string, BuildOutcome>();

  get(key: string): BuildOutcome | undefined {
    return this.#outcomes.get(key);
  }

  put(key: string, outcome: BuildOutcome): void {
    this.#outcomes.delete(key);
    this.#outcomes.set(key, outcome);
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= KEPT) {
        break;
      }
      this.#outcomes.delete(oldest);
    }
  }
}
