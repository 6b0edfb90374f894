// What a plan does to the conversation: where it goes, what is left behind, what is dropped.

import { html, nothing, type TemplateResult } from "lit-html";
import { broughtBackWords, droppedWords, leftWords, promptWords, turnWords } from "../../words/restore.js";
import { sign } from "../parts/sign.js";
import type { PlannedConversation } from "../parts/surface.js";

/** The sentences of it (CONV2, CONV5). */
export function conversationPlan(planned: PlannedConversation): TemplateResult {
  const { prompt, dropped, broughtBack } = planned;
  return html`<div class="conversation">
    <p>${sign("turn")} ${turnWords(planned.turn)} ${leftWords(planned)}</p>
    ${prompt === null ? nothing : html`<p class="quiet-text">${promptWords(prompt)}</p>`}
    ${broughtBack.length === 0 ? nothing : html`<p class="quiet-text">${broughtBackWords(broughtBack)}</p>`}
    ${dropped.map(
      ({ label, tip }) =>
        html`<div class="callout" data-tone="warn">
          ${sign("warning")}
          <p>${droppedWords(label, tip.prompt)}</p>
        </div>`,
    )}
  </div>`;
}
