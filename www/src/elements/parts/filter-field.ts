// A field that narrows a long list of files.

import { html, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";

/** Tells what is typed, with each key. */
export function filterField(typed: (filter: string) => void): TemplateResult {
  return html`<input
    type="search"
    aria-label=${words.filter}
    placeholder=${words.filter}
    autocomplete="off"
    spellcheck="false"
    @input=${(event: InputEvent) => typed((event.currentTarget as HTMLInputElement).value)}
  />`;
}
