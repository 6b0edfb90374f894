// The end of a list that is longer than what is shown of it.

import { html, nothing, type TemplateResult } from "lit-html";
import { moreWords } from "../../words/checkpoints.js";

/** "+120 more": shows the next part. Nothing when all is shown. */
export function moreButton(total: number, shown: number, show: () => void): TemplateResult | typeof nothing {
  const more = total - shown;
  return more <= 0
    ? nothing
    : html`<button type="button" class="quiet more" @click=${show}>${moreWords(more)}</button>`;
}
