// Lines added and removed: + and − for the eye, words for the ear.

import { html, nothing, type TemplateResult } from "lit-html";
import { linesWords } from "../../words/checkpoints.js";

/** Nothing until both are counted. */
export function lineCounts(added: number | null, removed: number | null): TemplateResult | typeof nothing {
  if (added === null || removed === null) {
    return nothing;
  }
  return html`<span class="line-counts numbers"
    ><span aria-hidden="true"
      ><ins>+${added.toLocaleString("en")}</ins> <del>−${removed.toLocaleString("en")}</del></span
    ><span class="visually-hidden">${linesWords(added, removed)}</span></span
  >`;
}
