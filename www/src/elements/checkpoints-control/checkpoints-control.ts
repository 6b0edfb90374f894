// <checkpoints-control>: where the draft stands, in the header. It opens and closes the list.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { countWords, verdictWords, words } from "../../words/checkpoints.js";
import { tell } from "../parts/events.js";
import { sign } from "../parts/sign.js";
import type { Row } from "../parts/surface.js";
import { verdictTone } from "../parts/verdict.js";
import "../parts/parts.css";
import "./checkpoints-control.css";

/** What it shows. */
export interface CheckpointsControlView {
  /** What a person calls the draft. */
  readonly name: string;
  /** The checkpoint that the files are on; `null`: there is none yet. */
  readonly current: Row | null;
  /** The files differ from it. */
  readonly edited: boolean;
  /** How many checkpoints there are. */
  readonly count: number;
  /** How many turns the live conversations have: counted in place of checkpoints once there are any. */
  readonly turns?: number;
  readonly open: boolean;
  /** The id of the panel that it opens. */
  readonly panel: string;
}

export class CheckpointsControl extends HTMLElement {
  show(view: CheckpointsControlView): void {
    render(
      html`<button
        type="button"
        aria-expanded=${String(view.open)}
        aria-controls=${view.panel}
        title=${view.current?.label ?? nothing}
        @click=${() => tell(this, "checkpoints-toggle", null)}
      >
        <span class="draft">${view.name}</span>
        ${place(view)}
        <span class="count numbers">${counted(view)}</span>
      </button>`,
      this,
    );
  }

  /** Puts the focus on the button. */
  override focus(options?: FocusOptions): void {
    this.querySelector("button")?.focus(options);
  }
}

/** The number of turns, or of checkpoints where there was no turn yet (LIST1). */
function counted({ count, turns = 0 }: CheckpointsControlView): TemplateResult {
  const [kind, n] = turns > 0 ? (["turn", turns] as const) : (["history", count] as const);
  return html`${sign(kind)}<span aria-hidden="true">${n.toLocaleString("en")}</span
    ><span class="visually-hidden">${countWords(n, kind === "turn" ? "turn" : "checkpoint")}</span>`;
}

function place({ current, edited }: CheckpointsControlView): TemplateResult {
  if (current === null) {
    return html`<span class="place none">${words.empty}</span>`;
  }
  const tone = verdictTone(current.verdict);
  return html`<span class="place">
    <span class="verdict" data-verdict=${tone}
      >${sign(tone)}<span class="visually-hidden">${verdictWords(current.verdict)}</span></span
    >
    <span class="number numbers"
      ><span class="visually-hidden">${words.checkpoint} </span><span aria-hidden="true">#</span>${current.n}</span
    >
    ${edited ? html`<span class="edited">${words.edited}</span>` : nothing}
  </span>`;
}

customElements.define("checkpoints-control", CheckpointsControl);
