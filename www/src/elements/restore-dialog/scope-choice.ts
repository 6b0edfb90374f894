// What goes back: files and conversation, or one of them. What cannot is said, and why.

import { html, nothing, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { scopeWords } from "../../words/restore.js";
import type { Plan, Scope } from "../parts/surface.js";

const scopes: readonly Scope[] = ["both", "files", "conversation"];

/** The choice, where there is one; `choose` is told another scope than the plan's. */
export function scopeChoice(
  { act, scope, scopes: offers }: Plan,
  choose: (scope: Scope) => void,
): TemplateResult | typeof nothing {
  if (act === "undo" || act === "redo") {
    return nothing;
  }
  const others = scopes.filter((other) => other !== scope && offers[other].offered);
  if (others.length === 0) {
    const why = offers[scope === "files" ? "both" : "files"].why;
    return html`<p class="quiet-text">${scopeWords.only[scope]}${why === null ? "." : html`: ${why}`}</p>`;
  }
  return html`<fieldset class="scopes">
    <legend>${words.whatGoesBack}</legend>
    ${scopes.map((other) => {
      const { offered, why } = offers[other];
      return html`<label>
        <input
          type="radio"
          name="restore-scope"
          .checked=${other === scope}
          ?disabled=${!offered}
          @change=${() => choose(other)}
        />
        <span
          >${scopeWords.choice[other]}${offered || why === null ? nothing : html` <span class="quiet-text">${why}</span>`}</span
        >
      </label>`;
    })}
  </fieldset>`;
}
