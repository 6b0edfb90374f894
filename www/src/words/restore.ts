// What is said of going back: plans, confirmations, receipts.

import type { MovedConversation, Plan, PlannedConversation, Receipt, Scope, Turn } from "../elements/parts/surface.js";
import { count } from "./checkpoints.js";
import { quoted } from "./quoted.js";

/** The title of a confirmation. */
export function restoreTitle({ act, n, label, title }: Plan): string {
  return act === "restore" ? `Restore checkpoint ${n}: ${label}` : title;
}

/** What is pressed to carry out a plan. */
export const confirmWords: Readonly<Record<Plan["act"], string>> = {
  restore: "Restore",
  resume: "Resume fx here",
  swap: "Resume this branch",
  undo: "Undo",
  redo: "Redo",
};

/** What goes back. */
export const scopeWords = {
  choice: { both: "Files and conversation", files: "Files only", conversation: "Conversation only" },
  only: {
    both: "Files and conversation go back together",
    files: "Only the files go back",
    conversation: "Only the conversation goes back",
  },
} as const satisfies Record<string, Readonly<Record<Scope, string>>>;

/** Where the conversation goes. */
export function turnWords(turn: Turn | null): string {
  return turn === null
    ? "The conversation goes back to before its first turn."
    : `The conversation goes to turn ${turn.number}: ${quoted(turn.prompt)}.`;
}

/** What is left behind of the conversation, and where it is to be found then. */
export function leftWords({ turnsLeft, parked }: PlannedConversation): string {
  if (turnsLeft === 0) {
    return "No turn is left behind.";
  }
  const left = `${count(turnsLeft, "later turn")} ${is(turnsLeft)} left behind`;
  return parked === null
    ? `${left}; a parked branch has ${turnsLeft === 1 ? "it" : "them"}.`
    : `${left}, parked as “${parked}”.`;
}

/** That the prompt comes back. */
export function promptWords(prompt: string): string {
  return `The prompt ${quoted(prompt)} comes back to the input, to be edited.`;
}

/** That a branch goes for good. */
export function droppedWords(label: string, prompt: string): string {
  return `“${label}”, which ended with ${quoted(prompt)}, is dropped: no more branches are kept. Undo brings it back while its content is kept.`;
}

/** That branches come back. */
export function broughtBackWords(labels: readonly string[]): string {
  return `${labels.map((label) => `“${label}”`).join(", ")} ${labels.length === 1 ? "comes" : "come"} back.`;
}

/** What a plan is about to do to the files. */
export function planWords(plan: Plan): string {
  if (plan.nothingToDo) {
    return plan.conversation === null
      ? "Your files are already those of this checkpoint. There is nothing to do."
      : "Your files stay as they are.";
  }
  const parts: string[] = [];
  if (plan.write.length > 0) {
    parts.push(`${count(plan.write.length, "file")} will be written`);
  }
  if (plan.remove.length > 0) {
    parts.push(`${count(plan.remove.length, "file")} will be removed`);
  }
  const rest = plan.unchanged > 0 ? ` ${count(plan.unchanged, "file")} ${is(plan.unchanged)} right already.` : "";
  return parts.length === 0 ? `No file will be written or removed.${rest}` : `${parts.join(" and ")}.${rest}`;
}

/** The warning when files go. */
export function removalWords(plan: Plan): string {
  const files = count(plan.remove.length, "file");
  return `${files} that you have now will be gone. ${plan.remove.length === 1 ? "It is" : "They are"} in the checkpoint that is saved first.`;
}

/** The heading of a list of names in a confirmation. */
export function listWords(what: "write" | "remove" | "leftAlone" | "inTheWay", length: number): string {
  const names = { write: "Written", remove: "Removed", leftAlone: "Left alone", inTheWay: "In the way" };
  return `${names[what]}: ${count(length, "file")}`;
}

/** What a restore or a resume did. */
export function receiptWords(receipt: Receipt): string {
  const { n, safety, written, removed, leftAlone, conversation } = receipt;
  const moved = conversation === null ? "" : ` ${movedWords(conversation)}`;
  if (safety === null) {
    return conversation === null
      ? `Your files are already those of checkpoint ${n}.`
      : `Your files stay as they are.${moved}`;
  }
  const parts = [`${count(written.length, "file")} written`];
  if (removed.length > 0) {
    parts.push(`${removed.length.toLocaleString("en")} removed`);
  }
  if (leftAlone.length > 0) {
    parts.push(`${leftAlone.length.toLocaleString("en")} left alone`);
  }
  return `Checkpoint ${n} is restored: ${parts.join(", ")}. What was there is checkpoint ${safety}.${moved}`;
}

function movedWords({ turn, turnsLeft, branch }: MovedConversation): string {
  const at = turn === null ? "before its first turn" : `at turn ${turn.number}`;
  const parked = turnsLeft > 0 && branch !== null ? `, and ${count(turnsLeft, "turn")} ${is(turnsLeft)} parked` : "";
  return `The conversation is ${at}${parked}.`;
}

function is(n: number): string {
  return n === 1 ? "is" : "are";
}
