// Reads what the page shows of a draft's history.

import type { Draft, History } from "../history.js";
import { readConversation } from "./conversation-view.js";
import type { View } from "./view.js";

/** What comes from the history. */
export type HistoryView = Pick<View, "rows" | "lastKnownGood" | "interrupted" | "usage" | "conversation">;

/** Reads all of it. A draft that was opened with its files looks at them first. */
export async function readHistory(draft: Draft, history: History | null): Promise<HistoryView> {
  // The first looks at the files, where that is needed; the rows then know of it.
  const lastKnownGood = await draft.lastKnownGood();
  const [rows, interrupted, usage, conversation] = await Promise.all([
    draft.checkpoints(),
    draft.interrupted(),
    history?.usage() ?? null,
    readConversation(draft),
  ]);
  return { rows, lastKnownGood, interrupted, usage, conversation };
}

/** Whether the draft, which was opened with its files, is known to be on its current checkpoint without a change. */
export function isUnchanged({ rows, interrupted, conversation }: HistoryView): boolean {
  // Meanwhile nothing is offered, whatever the files are.
  const waits = conversation.agent !== null || interrupted !== null;
  return !waits && rows.find((row) => row.current)?.actions.restore.offered === false;
}
