// Which agents are at work, known to every tab: each holds a Web Lock, which ends with its tab.

/** An agent session that is at work in another tab. */
export interface BusyElsewhere {
  readonly session: string;
  readonly name: string;
}

/** The agents of one draft. */
export class Agents {
  readonly #prefix: string;
  readonly #held = new Map<string, Held>();

  /** `lockName`: that of the draft. */
  constructor(lockName: string) {
    this.#prefix = `${lockName}/agent/`;
  }

  /** Says to other tabs that `session` is at work. Returns when they can see it. */
  async busy(session: string, name: string | undefined): Promise<void> {
    const known = this.#held.get(session);
    if (known !== undefined && (name === undefined || known.name === name)) {
      return known.granted;
    }
    await this.idle(session);
    const locks = globalThis.navigator?.locks;
    if (locks === undefined) {
      return;
    }
    const shown = name ?? session;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let grant = (): void => undefined;
    const granted = new Promise<void>((resolve) => (grant = resolve));
    const lock = `${this.#prefix}${encodeURIComponent(session)}/${encodeURIComponent(shown)}`;
    const ended = locks.request(lock, { mode: "shared" }, () => {
      grant();
      return released;
    });
    this.#held.set(session, { name: shown, granted, release, ended });
    return granted;
  }

  /** Whether `session` is said to be at work from here. */
  isBusy(session: string): boolean {
    return this.#held.has(session);
  }

  /** Says that `session` is at work no more. Returns when other tabs cannot take it for busy. */
  async idle(session: string): Promise<void> {
    const held = this.#held.get(session);
    this.#held.delete(session);
    held?.release();
    await held?.ended;
  }

  /** Who is at work in other tabs. */
  async elsewhere(): Promise<BusyElsewhere[]> {
    const held = (await globalThis.navigator?.locks?.query())?.held ?? [];
    return held
      .map(({ name = "" }) => (name.startsWith(this.#prefix) ? name.slice(this.#prefix.length).split("/") : []))
      .filter((parts): parts is [string, string] => parts.length === 2)
      .map(([session, name]) => ({ session: decodeURIComponent(session), name: decodeURIComponent(name) }))
      .filter(({ session }) => !this.#held.has(session));
  }
}

interface Held {
  readonly name: string;
  readonly granted: Promise<void>;
  readonly release: () => void;
  readonly ended: Promise<unknown>;
}
