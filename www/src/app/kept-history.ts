// The history of this browser, in a worker that can be ended and started again.

import { type Change, type History, type HostedHistory, openHistoryInWorker, saying } from "../history.js";
import { sentences } from "../words/session.js";

/** The history, or why there is none. */
export type HistoryOrTrouble = KeptHistory | { readonly trouble: string };

/** One history for the whole page. */
export class KeptHistory {
  #hosted: HostedHistory;
  readonly #listeners = new Set<(change: Change) => void>();

  /** Opens it, or says why it cannot be opened. */
  static async open(): Promise<HistoryOrTrouble> {
    try {
      return new KeptHistory(await openHistoryInWorker());
    } catch (thrown) {
      return { trouble: sentences.noHistory(saying(thrown)) };
    }
  }

  private constructor(hosted: HostedHistory) {
    this.#hosted = hosted;
    this.#follow();
  }

  /** What the browser has lost, as a sentence; `null`: nothing. */
  get lost(): string | null {
    return this.history.lost === null ? null : sentences.lost(this.history.lost);
  }

  /** The history as it is open now. */
  get history(): History {
    return this.#hosted.history;
  }

  /** Ends what is under way. Drafts that are open must be opened again. */
  async restart(): Promise<History> {
    this.#hosted.end();
    this.#hosted = await openHistoryInWorker();
    this.#follow();
    return this.history;
  }

  /** Calls `listener` after each stored change, over all restarts, until the answer is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #follow(): void {
    this.history.onChange((change) => {
      for (const listener of [...this.#listeners]) {
        listener(change);
      }
    });
  }
}
