// Writes of one draft, one after the other.

/** Runs what it is given in order, each after the end of the one before. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `work` when everything before it has ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work, work);
    this.last = next.catch(() => undefined);
    return next;
  }
}
