// <status-line>: what is being done, what was done with its Undo, and what went wrong.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { words } from "../../words/checkpoints.js";
import { tell } from "../parts/events.js";
import { sign } from "../parts/sign.js";
import "../parts/parts.css";
import "./status-line.css";

/** What happened last. */
export interface StatusView {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  /** The checkpoint that Undo goes back to. */
  readonly undo: number | null;
  /** What goes back: after an undo it is the redo. Left out: the undo. */
  readonly way?: "undo" | "redo";
  /** What can be done about it. */
  readonly hint?: string;
}

/** What is being done now. */
export interface BusyView {
  readonly text: string;
  /** How far it is; `null` when nobody knows. */
  readonly done: number | null;
  readonly of: number | null;
  readonly cancellable: boolean;
}

/** What it shows. */
export interface StatusLineView {
  readonly status: StatusView | null;
  readonly busy: BusyView | null;
}

export class StatusLine extends HTMLElement {
  show({ status, busy }: StatusLineView): void {
    const bad = busy === null && status?.tone === "bad";
    this.dataset["tone"] = busy === null ? (status?.tone ?? "none") : "busy";
    // Both regions are always there: what appears in a region that is new is not read out.
    render(
      html`<div class="say" role="status">
          ${busy === null ? (bad ? nothing : said(status)) : html`<p>${busy.text}</p>`}
        </div>
        <div class="say" role="alert">${bad ? said(status) : nothing}</div>
        ${busy === null ? this.#after(status) : this.#meanwhile(busy)}`,
      this,
    );
  }

  #undo({ detail }: MouseEvent, n: number): void {
    // The second half of a double click would take back what the first has done: Redo stands where Undo stood.
    if (detail <= 1) {
      tell(this, "status-undo", { n });
    }
  }

  #meanwhile({ text, done, of, cancellable }: BusyView): TemplateResult {
    const known = done !== null && of !== null && of > 0;
    return html`<progress aria-label=${text} max=${known ? of : nothing} value=${known ? done : nothing}></progress> ${
        known
          ? html`<span class="numbers quiet-text">${done.toLocaleString("en")} / ${of.toLocaleString("en")}</span>`
          : nothing
      }
      ${
        cancellable
          ? html`<button type="button" @click=${() => tell(this, "status-cancel", null)}>${words.cancel}</button>`
          : nothing
      }`;
  }

  #after(status: StatusView | null): TemplateResult {
    if (status === null) {
      return html``;
    }
    const { undo, way = "undo" } = status;
    return html`${
        undo === null
          ? nothing
          : html`<button type="button" @click=${(event: MouseEvent) => this.#undo(event, undo)}>
              ${sign(way)}${words[way]}
            </button>`
      }
      <button
        type="button"
        class="quiet icon"
        aria-label=${words.dismiss}
        @click=${() => tell(this, "status-dismiss", null)}
      >
        ${sign("close")}
      </button>`;
  }
}

function said(status: StatusView | null): TemplateResult | typeof nothing {
  if (status === null) {
    return nothing;
  }
  const { tone, text, hint } = status;
  return html`<p>
    ${tone === "good" ? sign("passed") : nothing}${tone === "bad" ? sign("failed") : nothing}<span>${text}</span>${hint === undefined || hint === "" ? nothing : html` <span class="hint">${hint}</span>`}
  </p>`;
}

customElements.define("status-line", StatusLine);
