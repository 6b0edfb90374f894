// What could not be read, said where it was to be seen.

import { html, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { sentenceOf } from "./reader.js";
import { sign } from "./sign.js";

/** The error's sentence, and a way to try again. */
export function trouble(thrown: unknown, again: () => void): TemplateResult {
  return html`<div class="trouble" role="alert">
    ${sign("warning")}
    <p>${sentenceOf(thrown)}</p>
    <button type="button" class="quiet" @click=${again}>${words.retry}</button>
  </div>`;
}
