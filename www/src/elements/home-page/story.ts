// A small picture of what the product does: a line of states, one of them broken, and the way back.

import { html, type TemplateResult } from "lit-html";
import { storyWords as words } from "../../words/home.js";
import { sign } from "../parts/sign.js";

/** For eyes only: the words beside it say the same. */
export function story(): TemplateResult {
  return html`<div class="story" aria-hidden="true">
    <ol class="story-line">
      ${words.map(
        ({ label, verdict, state }) =>
          html`<li class=${state}>
            <span class="story-dot" data-verdict=${state === "broken" ? "failed" : "passed"}
              >${sign(state === "broken" ? "failed" : "passed")}</span
            >
            <span class="story-label">${label}</span>
            <span class="story-verdict">${verdict}</span>
          </li>`,
      )}
    </ol>
    <svg class="story-way" viewBox="0 0 40 100" preserveAspectRatio="none">
      <path
        d="M2 14 C34 14 34 86 8 86"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        vector-effect="non-scaling-stroke"
      />
      <path d="m15 79-8 7 8 7" fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" />
    </svg>
  </div>`;
}
