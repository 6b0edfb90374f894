// The view of one draft, who is told of it, and the one queue that its work goes through.

import { saying } from "../history.js";
import { Queue } from "./queue.js";
import type { Busy, Status, View } from "./view.js";

/** Thrown by what a person has stopped; its message says so. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Holds the view. Whoever changes it does so here, and every listener hears of it. */
export class SessionState {
  readonly #listeners = new Set<(view: View) => void>();
  readonly #queue = new Queue();
  #view: View;
  /** Ends the work that is under way, where that can be done. */
  #stop: (() => void) | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  /** What is shown now. */
  get view(): View {
    return this.#view;
  }

  /** Calls `listener` with each new view, until the answer is called. */
  onChange(listener: (view: View) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells nobody any more. */
  close(): void {
    this.#listeners.clear();
  }

  /** Changes a part of the view. */
  set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of [...this.#listeners]) {
      listener(this.#view);
    }
  }

  /** Says what happened. */
  say(status: Status | null): void {
    this.set({ status });
  }

  /** Says how far the work is. */
  progress(done: number, of: number | null): void {
    if (this.#view.busy !== null) {
      this.set({ busy: { ...this.#view.busy, done, of } });
    }
  }

  /** Notes how the work that is under way is ended. */
  stopBy(stop: (() => void) | null): void {
    this.#stop = stop;
  }

  /** Ends the work that is under way, where that can be done. */
  stop(): void {
    this.#stop?.();
  }

  /** In its turn: says that it is busy, works, says what came of it. Never fails. */
  run(
    given: Partial<Busy> & { readonly text: string },
    work: () => Promise<Status | undefined>,
    after: () => Promise<void>,
  ): Promise<void> {
    return this.#queue.run(async () => {
      this.set({ busy: { done: null, of: null, cancellable: false, locks: false, ...given } });
      try {
        const status = await work();
        if (status !== undefined) {
          this.say(status);
        }
      } catch (thrown) {
        this.say(thrown instanceof Stopped ? plain(thrown.message) : bad(saying(thrown)));
      }
      this.stopBy(null);
      await after();
      this.set({ busy: null });
    });
  }
}

/** Something went wrong. */
export function bad(text: string): Status {
  return { tone: "bad", text, undo: null };
}

/** Something to know. */
export function plain(text: string): Status {
  return { tone: "plain", text, undo: null };
}
