// The session store that one instance of fx gets: over the draft's history, and closed when the instance is let go.

import type { Draft, SessionState } from "../types.js";
import { KnowngoodError, toKnowngoodError } from "../errors.js";
import { alone } from "../locks.js";
import { Queue } from "../queue.js";
import { FxRevisionConflict } from "./conflict.js";
import type { FxSessionListed, FxSessionRecord, FxSessionStore } from "./contract.js";
import { type FxEnvelope, opened, sealed } from "./envelope.js";

/** What a store is made of. */
export interface FxStoreParts {
  readonly draft: Draft;
  /** The draft's id of the conversation. */
  readonly session: string;
  /** Names this instance among all that there ever are. */
  readonly instance: string;
  /** The instance was let go. */
  readonly signal: AbortSignal;
  /** Records session bytes with the turn that is under way, else with the last one. `false`: there is no turn yet. */
  readonly record: (bytes: Uint8Array) => Promise<boolean>;
}

/** What the instance knows of the conversation. */
interface Known {
  /** Sealed. `null`: nothing. */
  readonly bytes: Uint8Array | null;
  /** `undefined`: the instance has neither loaded nor committed. */
  readonly revision: string | undefined;
}

/** The history keeps no more of a session, with its id: `limits::SESSION_BYTES`. */
const MOST_BYTES = 32 * 1024 * 1024;

/** One instance's store. */
export class DraftSessionStore implements FxSessionStore {
  readonly #parts: FxStoreParts;
  readonly #commits = new Queue();
  /** What this instance loaded or committed last. */
  #known: Known;
  /** Committed before there was a turn to keep it with: the first turn's commit has it too. */
  #early: FxEnvelope | null = null;
  #count = 0;

  /** `state`: the conversation that the instance is started for. */
  constructor(parts: FxStoreParts, state: SessionState | null) {
    this.#parts = parts;
    this.#known = { bytes: state?.bytes ?? null, revision: undefined };
  }

  // Properties and not methods, since fx may call them without their object.

  readonly load = async (id: string): Promise<FxSessionRecord | null> => {
    const state = await this.#state();
    const held = this.#early ?? envelopeOf(state);
    if (held === null || held.id !== id || held.bytes === null) {
      return null;
    }
    const revision = this.#nextRevision();
    this.#known = { bytes: state?.bytes ?? null, revision };
    return { bytes: held.bytes.slice(), revision };
  };

  readonly commit = (
    id: string,
    bytes: Uint8Array,
    expectedRevision?: string,
  ): Promise<{ readonly revision: string }> => {
    // Sealed at once: fx may use its memory again before the queue comes to this commit.
    const envelope: FxEnvelope = { id, bytes: bytes.slice() };
    return this.#commit(envelope, expectedRevision);
  };

  readonly list = async (): Promise<FxSessionListed[]> => {
    const state = await this.#state();
    const held = this.#early ?? envelopeOf(state);
    if (held === null || held.bytes === null) {
      return [];
    }
    const tip = state?.tip;
    return [{ id: held.id, updatedAtMs: tip?.endedAt ?? tip?.beganAt ?? Date.now() }];
  };

  readonly remove = async (id: string): Promise<void> => {
    const held = this.#early ?? envelopeOf(await this.#state());
    if (held !== null && held.id === id && held.bytes !== null) {
      // Only for fx. The turns stay: a person may still go back to each.
      await this.#commit({ id, bytes: null }, this.#known.revision);
    }
  };

  #commit(envelope: FxEnvelope, expected: string | undefined): Promise<{ readonly revision: string }> {
    const { draft, session } = this.#parts;
    return this.#commits.run(() =>
      // Between the look at what is stored and the write no other tab's instance may commit.
      alone(`knowngood:fx:${draft.id}:${session}`, async () => {
        this.#refuseIfLetGo();
        const state = await this.#state();
        this.#refuseUnlessKnown(envelope.id, expected, state);
        const whole = sealed(envelope);
        const isKept = await this.#record(whole);
        if (whole.length > MOST_BYTES) {
          // The turn has ended, with its files. fx must not take for kept what is not: its next commit would be refused.
          throw tooLarge();
        }
        this.#early = isKept ? null : envelope;
        const revision = this.#nextRevision();
        this.#known = { bytes: this.#early === null ? whole : this.#known.bytes, revision };
        return { revision };
      }),
    );
  }

  async #record(whole: Uint8Array): Promise<boolean> {
    try {
      this.#refuseIfLetGo();
      return await this.#parts.record(whole);
    } catch (thrown) {
      const error = toKnowngoodError(thrown);
      if (thrown instanceof FxRevisionConflict) {
        throw thrown;
      }
      throw error.code === "turn_left" || error.code === "conflict" ? conflict(error.message) : error;
    }
  }

  #refuseIfLetGo(): void {
    if (this.#parts.signal.aborted) {
      throw conflict("This instance was let go: its conversation was moved.");
    }
  }

  /** The instance must expect what is stored, and what is stored must be what the instance knows. */
  #refuseUnlessKnown(id: string, expected: string | undefined, state: SessionState | null): void {
    const held = this.#early ?? envelopeOf(state);
    // To fx a session of another id, or one that it removed, is a new one.
    const isNew = held === null || held.id !== id || held.bytes === null;
    const wanted = isNew ? undefined : this.#known.revision;
    if (expected !== wanted || (!isNew && wanted === undefined)) {
      throw conflict("The session is at another revision than fx expects.");
    }
    if (!sameBytes(state?.bytes ?? null, this.#known.bytes)) {
      throw conflict("The conversation went on or was moved without this instance.");
    }
  }

  #state(): Promise<SessionState | null> {
    return this.#parts.draft.session(this.#parts.session);
  }

  // The instance's name is in it, so that no other instance's revision is ever taken for one of this.
  #nextRevision(): string {
    this.#count += 1;
    return `${this.#parts.instance}.${this.#count}`;
  }
}

function envelopeOf(state: SessionState | null): FxEnvelope | null {
  return state === null || state.bytes === null ? null : opened(state.bytes);
}

function tooLarge(): KnowngoodError {
  return new KnowngoodError(
    "too_large",
    "The conversation is larger than 32 MiB. The files of this turn are kept; what fx remembers of it is not.",
    "Let fx compact the conversation, or begin a new one.",
  );
}

function conflict(message: string): FxRevisionConflict {
  return new FxRevisionConflict(message);
}

function sameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) {
    return one === other;
  }
  let at = one.length === other.length ? 0 : -1;
  while (at >= 0 && at < one.length && one[at] === other[at]) {
    at += 1;
  }
  return at === one.length;
}
