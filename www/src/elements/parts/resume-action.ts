// **Resume fx here**, or why not.

import { html, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { actionButton } from "./action-button.js";
import type { Action } from "./surface.js";

/** One such button. */
export interface ResumeAction {
  readonly action: Action;
  /** What is resumed, for those who hear only the button: "Turn 3". */
  readonly of: string;
  /** Why nothing can be pressed now. */
  readonly busy: string | null;
  readonly press: () => void;
  readonly inTabOrder?: boolean;
}

/** The button. A turn that the agent does not remember any more says so in its place. */
export function resumeAction({ action, of, busy, press, inTabOrder = true }: ResumeAction): TemplateResult {
  const { offered, why } = action;
  if (!offered && why === `${words.older}.`) {
    return html`<span class="older quiet-text">${words.older}</span>`;
  }
  return actionButton({
    label: words.resumeHere,
    name: `${words.resumeHere}: ${of}`,
    why: offered ? busy : (why ?? ""),
    press,
    kind: "quiet",
    inTabOrder,
  });
}
