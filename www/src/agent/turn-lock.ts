// Tabs take turns with one conversation: two instances at work would each know only half of it.

/** The right to a turn of one conversation, which only one tab has at a time. It ends with its tab. */
export class TurnLock {
  readonly #name: string;
  #release: (() => void) | null = null;

  constructor(draft: string, session: string) {
    this.#name = `knowngood-page:turn:${draft}:${session}`;
  }

  /** Takes it, or has it already. `false`: another tab has it. A browser without Web Locks lets everybody have it. */
  take(): Promise<boolean> {
    const locks = globalThis.navigator?.locks;
    if (this.#release !== null || locks === undefined) {
      return Promise.resolve(true);
    }
    return new Promise((resolve, reject) => {
      const held = (lock: Lock | null): Promise<void> | undefined => {
        if (lock === null) {
          resolve(false);
          return undefined;
        }
        const released = new Promise<void>((release) => (this.#release = release));
        resolve(true);
        return released;
      };
      locks.request(this.#name, { ifAvailable: true }, held).catch(reject);
    });
  }

  /** Gives it back, where it is held. */
  give(): void {
    this.#release?.();
    this.#release = null;
  }
}
