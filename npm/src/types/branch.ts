// Conversations: the live one of each session, and those that were parked.

import type { Action } from "./row.js";
import type { Turn } from "./turn.js";

/** A parked conversation: turns that were left behind. */
export interface Branch {
  /** Names the branch, for `planResumeBranch`. */
  readonly id: string;
  readonly session: string;
  /** Such as `Branch from turn 2, 3 later turns`. */
  readonly label: string;
  /** The number of the turn where it leaves the live conversation. `null`: it shares no turn with it. */
  readonly from: number | null;
  /** How many turns it has that the live conversation lacks. */
  readonly turns: number;
  /** Its last turn. */
  readonly tip: Turn;
  /** The last checkpoint that it recorded: what its files go back to. */
  readonly checkpoint: number;
  /** Milliseconds since 1970. */
  readonly parkedAt: number;
  readonly actions: { readonly resume: Action };
}

/** The live conversation of one session. */
export interface Session {
  readonly session: string;
  /** Its last turn. */
  readonly tip: Turn;
  /** Changes whenever the conversation is another one than before: with each turn, rewind and swap. */
  readonly revision: number;
}

/** What an agent needs to start where its conversation is now. */
export interface SessionState extends Session {
  /** The turn that `bytes` are from: the tip, or the last one before it that gave any. `null`: none did. */
  readonly from: Turn | null;
  /** What the agent saved after that turn. `null`: nothing that could be kept; a new agent remembers nothing. */
  readonly bytes: Uint8Array | null;
  /**
   * What the agent is to be told before its next turn: which turns it does not remember, and that files changed. `null`:
   * the conversation was not moved since its last turn.
   */
  readonly note: string | null;
}
