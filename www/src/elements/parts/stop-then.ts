// Beside a way back that waits for an agent: the agent is stopped first, and then it is gone.

import { nothing, type TemplateResult } from "lit-html";
import { actionButton } from "./action-button.js";
import { type Going, tell } from "./events.js";
import type { Action } from "./surface.js";

/** One such button. */
export interface StopThen {
  readonly from: HTMLElement;
  /** The name of the agent that is at work. */
  readonly agent: string | null;
  /** What waits. */
  readonly action: Action;
  readonly label: string;
  /** What it is called where the label alone would not say it. */
  readonly name: string;
  /** Why nothing can be pressed now. */
  readonly busy: string | null;
  readonly then: Going;
  readonly inTabOrder?: boolean;
}

/** The button; nothing where it is not the agent that is waited for. */
export function stopThen({ from, agent, action, busy, then, ...named }: StopThen): TemplateResult | typeof nothing {
  const waits = agent !== null && !action.offered && (action.why?.startsWith(agent) ?? false);
  return waits
    ? actionButton({ ...named, why: busy, kind: "quiet", press: () => tell(from, "agent-stop-then", then) })
    : nothing;
}
