// What unfolds under a row: what the build said, warnings, what the checkpoint does not hold.

import { html, nothing, type TemplateResult } from "lit-html";
import { leftOutMoreWords, words } from "../../words/checkpoints.js";
import type { Row } from "../parts/surface.js";
// Here too: the page of an address shows these without a row.
import "./checkpoint-row.css";

/** What a failed build said; `null`: it failed without a word, or did not fail. */
export function messageOf({ verdict }: Row): string | null {
  return verdict?.result === "failed" && (verdict.message ?? "") !== "" ? (verdict.message ?? null) : null;
}

/** What a failed build said, as it said it. */
export function buildMessage(row: Row): TemplateResult | typeof nothing {
  const message = messageOf(row);
  return message === null
    ? nothing
    : html`<pre class="message" tabindex="0" aria-label=${words.buildSaid}>${message}</pre>`;
}

/** What is odd about the checkpoint, with the files it is about. */
export function warnings({ warnings: all }: Row): TemplateResult {
  return html`<ul class="said-of">
    ${all.map(
      ({ message, paths }) =>
        html`<li>${message}${paths.length === 0 ? nothing : html`<span class="names">${paths.join(", ")}</span>`}</li>`,
    )}
  </ul>`;
}

/** What the checkpoint does not hold, by name. */
export function leftOut({ leftOut: named, leftOutMore }: Row): TemplateResult {
  return html`<ul class="said-of" aria-label=${words.leftOut}>
    ${named.map(({ path, message }) => html`<li><span class="path">${path}</span> ${message}</li>`)}
    ${leftOutMore === 0 ? nothing : html`<li>${leftOutMoreWords(leftOutMore)}</li>`}
  </ul>`;
}

/** Whether all that it does not hold was excluded by rules: nothing that a person has to be told at a glance. */
export function leavesOutOnlyExcluded({ leftOut: named, leftOutMore }: Row): boolean {
  return leftOutMore === 0 && named.every(({ reason }) => reason === "excluded" || reason === "git_folder");
}
