// Turns: one prompt each, and all that the agent did for it.

import type { Action, Row } from "./row.js";

/** What a turn ended as. `needs_input`: the agent waits for a person; the same turn may be ended again later. */
export type TurnEnd = "done" | "idle" | "needs_input" | "unknown" | "failed" | "stopped";

/** `begun`: it is under way. `unfinished`: it was begun and never ended, since the tab or the agent died. */
export type TurnState = "begun" | "unfinished" | TurnEnd;

/** A turn that begins. */
export interface TurnRequest {
  /** The host's name for the turn: never given twice in one draft. */
  readonly id: string;
  /** The agent conversation that it goes on with; a new one is begun with its first turn. */
  readonly session: string;
  /** What the person asked. */
  readonly prompt: string;
  /** What a person calls the agent. Left out: as `reportAgent` named it, or the session's id. */
  readonly name?: string;
}

/** What beginning a turn did. The turn goes on whatever it says. */
export interface TurnBegun {
  /** What the person had changed, saved as theirs. `null`: nothing was saved, and `reason` says why. */
  readonly checkpoint: Row | null;
  /** `too_slow`: it took longer than the setting `turnWaitMs`. `failed`: `message` says why. */
  readonly reason: "nothing_changed" | "off" | "too_slow" | "failed" | null;
  /** A sentence for a person. */
  readonly message: string;
}

/** A turn that ends. */
export interface TurnEnding {
  /** The turn's id, as it was begun. */
  readonly id: string;
  readonly state: TurnEnd;
  /** The agent's own state after the turn, as it saves it. Kept as it is, up to 32 MiB. */
  readonly sessionBytes?: Uint8Array;
  /** The line that the turn ended with. */
  readonly closingLine?: string;
  /** What the state has to say, such as the question that the agent waits with. */
  readonly message?: string;
  /** The checkpoint's label. Left out: the prompt, or the closing line, or the message. */
  readonly label?: string;
}

/** What ending a turn did. */
export interface TurnEnded {
  readonly turn: Turn;
  /** What the turn changed. `null`: no checkpoint was taken, and `reason` says why. */
  readonly checkpoint: Row | null;
  /** `failed`: the turn is ended all the same, and `message` says why there is no checkpoint. */
  readonly reason: "nothing_changed" | "off" | "failed" | null;
  /** A sentence for a person. */
  readonly message: string;
}

/** A file that an agent writes. */
export interface WriteRecord {
  readonly session: string;
  /** The turn's id. */
  readonly turn: string;
  readonly path: string;
}

/** Turns that the agent compacted away. */
export interface Forgotten {
  readonly session: string;
  /** The last turn that cannot be gone back to, by id; those before it go with it. */
  readonly through: string;
}

/** One turn. */
export interface Turn {
  /** The host's name for it. */
  readonly id: string;
  readonly session: string;
  /** Its depth in its conversation, from 1 on. */
  readonly number: number;
  readonly prompt: string;
  /** Such as `Turn 3`, with the state where it is not simply done: `Turn 3, unfinished`. */
  readonly chip: string;
  readonly state: TurnState;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
  /** `null`: it has not ended. */
  readonly endedAt: number | null;
  readonly closingLine: string | null;
  /** The turn before it, by id. `null`: it is the first that is known. */
  readonly parent: string | null;
  /** `live`: on the conversation as it is now. `parked`: only on a parked branch. `left`: on neither. */
  readonly place: "live" | "parked" | "left";
  /** Its kept checkpoints, oldest first. */
  readonly checkpoints: readonly number[];
  /**
   * The checkpoint whose files the draft was on when it ended: its own last one, or the one before it. `null` when that is
   * not kept any more, or when what the turn changed could not be saved.
   */
  readonly files: number | null;
  /** Why something of it has no checkpoint. `null`: nothing is missing. */
  readonly noCheckpoint: NoCheckpoint | null;
  /** Files that `recordWrite` named. */
  readonly writes: readonly string[];
  readonly actions: { readonly resume: Action };
}

/** Why there is no checkpoint for a turn, or for what a person changed before it. */
export interface NoCheckpoint {
  readonly when: "before" | "after";
  readonly reason: "too_slow" | "cut_off" | "failed" | "off";
  /** A sentence for a person, such as `No checkpoint for this turn: …`. */
  readonly message: string;
}
