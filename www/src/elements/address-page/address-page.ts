// <address-page>: what stands behind `/drafts/<id>/c/<n>`, for each thing that an address can lead to.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { LiveTime } from "../../time/live-time.js";
import { exactTime } from "../../time/relative.js";
import { addressHeadings, addressNotes, changedWords, damagedWords, words } from "../../words/checkpoints.js";
import { CheckpointDiff } from "../checkpoint-diff/checkpoint-diff.js";
import { CheckpointFiles } from "../checkpoint-files/checkpoint-files.js";
import { buildMessage, messageOf } from "../checkpoint-row/row-notes.js";
import { actionButton } from "../parts/action-button.js";
import { draftAddress } from "../parts/address.js";
import { isPlainClick, tell } from "../parts/events.js";
import { lineCounts } from "../parts/line-counts.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { LookUp, Row } from "../parts/surface.js";
import { verdictLabel, verdictTone } from "../parts/verdict.js";
import "../parts/parts.css";
import "./address-page.css";

/** What it shows. */
export interface AddressPageView {
  readonly found: LookUp;
  /** What a person calls the draft; `null`: nobody knows. */
  readonly name: string | null;
  readonly reader: CheckpointReader;
  /** Why nothing can be pressed now; `null`: it can. */
  readonly busy: string | null;
}

/** An address that leads to a checkpoint. */
type Held = Extract<LookUp, { readonly state: "found" | "damaged" }>;

export class AddressPage extends HTMLElement {
  #view: AddressPageView | null = null;
  #inside: "files" | "changes" = "files";

  show(view: AddressPageView): void {
    this.#view = view;
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    if (view === null) {
      return;
    }
    const { found } = view;
    this.dataset["state"] = found.state;
    render(
      html`<main>
        ${found.state === "found" || found.state === "damaged" ? this.#held(found, view) : this.#lost(found)}
      </main>`,
      this,
    );
  }

  #lost(found: Exclude<LookUp, Held>): TemplateResult {
    const draft = found.state === "pruned" || found.state === "never_existed" ? found.draft : null;
    return html`<div class="lost">
      <p class="eyebrow">${sign("history")} ${words.checkpointAddress}</p>
      <h1>${addressHeadings[found.state]}</h1>
      <p class="message">${found.message}</p>
      <p>${found.hint}</p>
      <p class="quiet-text">${addressNotes[found.state]}</p>
      <div class="bar">
        ${draft === null ? nothing : this.#project(draft, "primary")}
        <a class=${draft === null ? "button primary" : "button"} href="/">${words.allDrafts}</a>
      </div>
    </div>`;
  }

  #held(found: Held, { name, busy }: AddressPageView): TemplateResult {
    const { checkpoint: row, draft } = found;
    const { offered, why } = row.actions.restore;
    return html`<header>
        <p class="eyebrow">
          <a href=${draftAddress(draft)} @click=${(event: MouseEvent) => this.#go(event, draft)}>${name ?? draft}</a>
          <span>${words.checkpoint} <span class="numbers">${row.n}</span></span>
        </p>
        <h1>${row.label}</h1>
        ${this.#facts(row)}
        <div class="bar">
          ${actionButton({
            label: words.restoreThis,
            why: offered ? busy : (why ?? ""),
            press: () => tell(this, "checkpoint-restore", { n: row.n }),
            kind: "primary",
          })}
          ${this.#project(draft)}
        </div>
        ${offered ? nothing : html`<p class="quiet-text">${why}</p>`}
      </header>
      ${found.state === "damaged" ? damaged(found.message, found.hint, found.damaged.length) : nothing}
      ${messageOf(row) === null ? nothing : html`<h2 class="build-said">${words.buildSaid}</h2>`} ${buildMessage(row)}
      ${this.#look(found)}`;
  }

  #facts(row: Row): TemplateResult {
    return html`<p class="facts">
      <span class="chip" data-verdict=${verdictTone(row.verdict)}>${verdictLabel(row.verdict)}</span>
      <span>${words.saved} <live-time ${shown(LiveTime, row.takenAt)}></live-time>, ${exactTime(row.takenAt)}</span>
      <span>${changedWords(row)} ${lineCounts(row.linesAdded, row.linesRemoved)}</span>
      ${row.turn === null ? nothing : html`<span class="chip" title=${row.turn.prompt}>${sign("turn")}${row.turn.chip}</span>`}
      ${row.current ? html`<span class="chip accent">${sign("here")}${words.youAreHere}</span>` : nothing}
      ${row.pinned ? html`<span class="chip">${sign("pin")}${words.pinned}</span>` : nothing}
      ${row.kind === "safety" ? html`<span class="chip">${sign("shield")}${words.backstop}</span>` : nothing}
    </p>`;
  }

  #look(found: Held): TemplateResult {
    const view = this.#view;
    if (view === null) {
      return html``;
    }
    const { reader } = view;
    const damaged = new Set(found.state === "damaged" ? found.damaged : []);
    // Those that cannot be read stand first: that is what a person has to know of such a checkpoint.
    const inOrder = [...found.files].sort((a, b) => Number(damaged.has(b.path)) - Number(damaged.has(a.path)));
    const files = { n: found.n, reader, files: damaged.size === 0 ? found.files : inOrder, damaged: [...damaged] };
    return html`<section aria-label=${words.lookInside}>
      <div class="bar">
        <div class="segments" role="group" aria-label=${words.lookInside}>
          ${this.#segment("files", words.files)} ${this.#segment("changes", words.changes)}
        </div>
      </div>
      ${
        this.#inside === "files"
          ? html`<checkpoint-files ${shown(CheckpointFiles, files)}></checkpoint-files>`
          : html`<checkpoint-diff
              ${shown(CheckpointDiff, { n: found.n, against: "change", reader, revision: 0 })}
            ></checkpoint-diff>`
      }
    </section>`;
  }

  #segment(inside: "files" | "changes", label: string): TemplateResult {
    return html`<button
      type="button"
      aria-pressed=${String(this.#inside === inside)}
      @click=${() => {
        this.#inside = inside;
        this.#draw();
      }}
    >
      ${label}
    </button>`;
  }

  #project(draft: string, kind = ""): TemplateResult {
    const address = draftAddress(draft);
    return html`<a class=${`button ${kind}`} href=${address} @click=${(event: MouseEvent) => this.#go(event, draft)}
      >${words.openProject}</a
    >`;
  }

  #go(event: MouseEvent, draft: string): void {
    if (isPlainClick(event) && !tell(this, "draft-open", { draft, address: draftAddress(draft) })) {
      event.preventDefault();
    }
  }
}

function damaged(message: string, hint: string, files: number): TemplateResult {
  return html`<div class="callout" data-tone="bad">
    ${sign("failed")}
    <div>
      <p>${message}</p>
      <p>${hint}</p>
      <p>${damagedWords(files)}</p>
    </div>
  </div>`;
}

customElements.define("address-page", AddressPage);
