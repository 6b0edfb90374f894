// One thing after the other.

/** Runs what it is given in order. A failure ends only its own piece of work. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
