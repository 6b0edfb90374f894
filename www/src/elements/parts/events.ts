// What the elements tell: events that bubble, each with what it is about. They never act themselves.

import type { Scope } from "./surface.js";

/** Every event and its detail. */
export interface CheckpointEvents {
  /** Open or close the list. */
  readonly "checkpoints-toggle": null;
  /** Plan the restore of a checkpoint, and ask. */
  readonly "checkpoint-restore": { readonly n: number };
  /** Plan **Resume fx here** at a checkpoint, and ask. */
  readonly "checkpoint-resume": { readonly n: number };
  /** Plan **Resume fx here** at a turn that changed no file, and ask. */
  readonly "turn-resume": { readonly turn: string };
  /** Plan **Resume this branch**, and ask. */
  readonly "branch-resume": { readonly branch: string };
  /** Stop the agent that is at work, then plan the restore of a checkpoint, and ask. */
  readonly "checkpoint-stop-restore": { readonly n: number };
  /** Stop the agent that is at work, then tell this. */
  readonly "agent-stop-then": Going;
  /** Build the files of a checkpoint, for its verdict. */
  readonly "checkpoint-build": { readonly n: number };
  /** Go to a checkpoint's address. A host that does so without a load prevents the default. */
  readonly "checkpoint-open": { readonly n: number; readonly address: string };
  /** Go to the draft. A host that does so without a load prevents the default. */
  readonly "draft-open": { readonly draft: string; readonly address: string };
  /** End a restore that was cut off. */
  readonly "restore-recover": { readonly way: "finish" | "rollBack" };
  /** Carry out the plan that was shown. */
  readonly "restore-confirm": { readonly plan: string };
  /** Plan the same with another scope, and show that plan in the confirmation that is open. */
  readonly "restore-scope": { readonly plan: string; readonly scope: Scope };
  /** Stop the agent that is at work, then plan the same again, and show that plan. */
  readonly "restore-stop": { readonly plan: string };
  /** The confirmation was closed without a yes. */
  readonly "restore-cancel": { readonly plan: string };
  /** Go back over, or again forward over, the last operation. */
  readonly "history-undo": null;
  readonly "history-redo": null;
  /** The status line's own Undo. */
  readonly "status-undo": { readonly n: number };
  /** Stop what is being done. */
  readonly "status-cancel": null;
  /** What was said was read. */
  readonly "status-dismiss": null;
}

/** A way back that can wait for an agent to be stopped: its event, and what that is about. */
export type Going = {
  [Name in "checkpoint-resume" | "turn-resume" | "branch-resume" | "history-undo" | "history-redo"]: {
    readonly name: Name;
    readonly detail: CheckpointEvents[Name];
  };
}["checkpoint-resume" | "turn-resume" | "branch-resume" | "history-undo" | "history-redo"];

/** Tells whoever listens. `false`: somebody prevented the default. */
export function tell<Name extends keyof CheckpointEvents>(
  from: HTMLElement,
  name: Name,
  detail: CheckpointEvents[Name],
): boolean {
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
}

/** Calls `then` with what is told at or under `target`. The answer stops it. */
export function hear<Name extends keyof CheckpointEvents>(
  target: EventTarget,
  name: Name,
  then: (detail: CheckpointEvents[Name], event: CustomEvent<CheckpointEvents[Name]>) => void,
): () => void {
  const listener = (event: Event): void => {
    const told = event as CustomEvent<CheckpointEvents[Name]>;
    then(told.detail, told);
  };
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

/** Whether a click on a link is an ordinary one, not one that opens a new tab or saves. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
