// What the page shows of a draft's conversations, and the ways back and forward over everything.

import type { Branch, Draft, Row, Step, Turn } from "../history.js";

/** Conversations, and the ways back. */
export interface ConversationView {
  readonly undo: Step;
  readonly redo: Step;
  /** The name of an agent that is at work, here or in another tab: what goes back waits for it. */
  readonly agent: string | null;
  /** How many turns the live conversations have. */
  readonly count: number;
  /** Every known turn, newest first. */
  readonly turns: readonly Turn[];
  /** The parked conversations, newest first. */
  readonly branches: readonly Branch[];
  /** What was saved before something wrote over files, newest first. */
  readonly backstops: readonly Row[];
}

const nothing: Step = { offered: false, why: null, text: null };

/** What is shown before anything was read. */
export const noConversation: ConversationView = {
  undo: nothing,
  redo: nothing,
  agent: null,
  count: 0,
  turns: [],
  branches: [],
  backstops: [],
};

/** Reads it. */
export async function readConversation(draft: Draft): Promise<ConversationView> {
  const [status, turns, branches, backstops] = await Promise.all([
    draft.status(),
    draft.turns(),
    draft.branches(),
    draft.backstops(),
  ]);
  const { undo, redo, busy: agent, turns: count } = status;
  return { undo, redo, agent, count, turns, branches, backstops };
}
