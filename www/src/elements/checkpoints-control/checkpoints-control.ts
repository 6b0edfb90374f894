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
  /** How many there are. */
  readonly count: number;
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
        <span class="count numbers"
          >${sign("history")}<span aria-hidden="true">${view.count.toLocaleString("en")}</span
          ><span class="visually-hidden">${countWords(view.count)}</span></span
        >
      </button>`,
      this,
    );
  }

  /** Puts the focus on the button. */
  override focus(options?: FocusOptions): void {
    this.querySelector("button")?.focus(options);
  }
}

function place({ current, edited }: CheckpointsControlView): TemplateResult {
  if (current === null) {
    return html`<span class="place">${words.empty}</span>`;
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
