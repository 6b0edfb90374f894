// <checkpoint-row>: one checkpoint of the list. It unfolds in place: what it changed, its files, what was left out.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { LiveTime } from "../../time/live-time.js";
import {
  changedWords,
  insideWords,
  leftOutWords,
  savedBeforeWords,
  warningsWords,
  words,
} from "../../words/checkpoints.js";
import { type Against, CheckpointDiff } from "../checkpoint-diff/checkpoint-diff.js";
import { CheckpointFiles } from "../checkpoint-files/checkpoint-files.js";
import { actionButton } from "../parts/action-button.js";
import { checkpointAddress } from "../parts/address.js";
import { isPlainClick, tell } from "../parts/events.js";
import { lineCounts } from "../parts/line-counts.js";
import type { CheckpointReader } from "../parts/reader.js";
import { resumeAction } from "../parts/resume-action.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import { stopThen } from "../parts/stop-then.js";
import type { Row } from "../parts/surface.js";
import { verdictLabel, verdictTone } from "../parts/verdict.js";
import { buildMessage, leavesOutOnlyExcluded, leftOut, messageOf, warnings } from "./row-notes.js";
import "../parts/parts.css";
import "./checkpoint-row.css";

/** What it shows. */
export interface CheckpointRowView {
  readonly draft: string;
  readonly row: Row;
  readonly reader: CheckpointReader;
  /** The files differ from the current checkpoint. */
  readonly edited: boolean;
  /** Why nothing can be pressed now; `null`: it can. */
  readonly busy: string | null;
  /** The name of an agent that is at work: what goes back waits for it. */
  readonly agent: string | null;
  /** Whether its turn's conversation is resumed here: it is the first checkpoint of its turn. */
  readonly resumable: boolean;
  /** What it shows first when it is opened. */
  readonly opens: Against;
  /** Whether Tab stops at this row: the list lets it stop at one. */
  readonly inTabOrder: boolean;
  /** Changes when the files now are others. */
  readonly revision: string | number;
}

/** What unfolds under a row without opening it. */
type Fold = "message" | "leftOut" | "warnings";

export class CheckpointRow extends HTMLElement {
  readonly #folds = new Set<Fold>();
  #view: CheckpointRowView | null = null;
  #open = false;
  /** What is looked at; `null`: what it opens with. */
  #inside: Against | "files" | null = null;

  show(view: CheckpointRowView): void {
    const before = this.#view;
    this.#view = view;
    if (before === null || this.#differs(before, view)) {
      this.#draw();
    }
  }

  /** Puts the focus on the row. */
  override focus(options?: FocusOptions): void {
    this.querySelector<HTMLElement>(".opener")?.focus(options);
  }

  /** Whether the row looks another way now. A list of a thousand rows is given anew with each change of one. */
  #differs(before: CheckpointRowView, view: CheckpointRowView): boolean {
    return (
      before.busy !== view.busy ||
      before.agent !== view.agent ||
      before.resumable !== view.resumable ||
      before.inTabOrder !== view.inTabOrder ||
      before.draft !== view.draft ||
      before.reader !== view.reader ||
      (view.row.current && before.edited !== view.edited) ||
      (this.#open && before.revision !== view.revision) ||
      (before.row !== view.row && JSON.stringify(before.row) !== JSON.stringify(view.row))
    );
  }

  #draw(): void {
    const view = this.#view;
    if (view === null) {
      return;
    }
    const { row } = view;
    this.dataset["n"] = String(row.n);
    this.toggleAttribute("data-current", row.current);
    this.toggleAttribute("data-open", this.#open);
    render(
      html`<div class="top">
          <button
            type="button"
            class="opener"
            aria-expanded=${String(this.#open)}
            tabindex=${view.inTabOrder ? "0" : "-1"}
            @click=${() => this.#turn()}
          >
            ${sign("chevron")}
            <span class="number numbers"><span class="visually-hidden">${words.checkpoint} </span>${row.n}</span>
            <span class="label">${row.label}</span>
          </button>
          <live-time class="quiet-text" ${shown(LiveTime, row.takenAt)}></live-time>
        </div>
        <div class="facts">
          ${this.#verdict(view)} ${this.#changed(row)} ${this.#marks(view)} ${this.#notes(view)}
          <span class="act">${this.#resume(view)} ${this.#restore(view)}</span>
        </div>
        ${row.savedBefore === null ? nothing : html`<p class="tag quiet-text">${savedBeforeWords(row.savedBefore)}</p>`}
        ${this.#unfolded(row)} ${this.#open ? this.#body(view) : nothing}`,
      this,
    );
  }

  #verdict({ row, inTabOrder }: CheckpointRowView): TemplateResult {
    const { verdict } = row;
    const label = html`<span class="chip" data-verdict=${verdictTone(verdict)}>${verdictLabel(verdict)}</span>`;
    return messageOf(row) !== null ? this.#folding("message", label, inTabOrder) : label;
  }

  #changed(row: Row): TemplateResult {
    return html`<span class="changed quiet-text"
      >${changedWords(row)} ${row.filesChanged === 0 ? nothing : lineCounts(row.linesAdded, row.linesRemoved)}</span
    >`;
  }

  #marks({ row, edited }: CheckpointRowView): TemplateResult {
    const here = html`<span class="chip accent">${sign("here")}${edited ? words.hereEdited : words.youAreHere}</span>`;
    return html`${row.current ? here : nothing}
    ${row.pinned ? html`<span class="chip">${sign("pin")}${words.pinned}</span>` : nothing}
    ${
      row.kind === "safety"
        ? html`<span class="chip" title=${row.savedBefore ?? nothing}>${sign("shield")}${words.backstop}</span>`
        : nothing
    }`;
  }

  #notes({ row, inTabOrder }: CheckpointRowView): TemplateResult {
    const left = row.leftOut.length + row.leftOutMore;
    return html`${
      left === 0
        ? nothing
        : this.#folding(
            "leftOut",
            html`<span class=${`chip ${leavesOutOnlyExcluded(row) ? "expected" : "warn"}`}>${leftOutWords(row)}</span>`,
            inTabOrder,
          )
    }
    ${
      row.warnings.length === 0
        ? nothing
        : this.#folding(
            "warnings",
            html`<span class="chip warn">${sign("warning")}${warningsWords(row.warnings.length)}</span>`,
            inTabOrder,
          )
    }`;
  }

  #folding(fold: Fold, label: TemplateResult, inTabOrder: boolean): TemplateResult {
    return html`<button
      type="button"
      class="fold"
      aria-expanded=${String(this.#folds.has(fold))}
      tabindex=${inTabOrder ? "0" : "-1"}
      @click=${() => this.#fold(fold)}
    >
      ${label}
    </button>`;
  }

  #resume({ row, resumable, busy, inTabOrder }: CheckpointRowView): TemplateResult | typeof nothing {
    const { turn, n } = row;
    return !resumable || turn === null
      ? nothing
      : resumeAction({
          action: row.actions.resume,
          of: turn.chip,
          busy,
          press: () => tell(this, "checkpoint-resume", { n }),
          inTabOrder,
        });
  }

  #restore({ row, busy, inTabOrder }: CheckpointRowView): TemplateResult {
    const { offered, why } = row.actions.restore;
    return actionButton({
      label: words.restore,
      name: `${words.restore} ${words.checkpoint.toLowerCase()} ${row.n}`,
      why: offered ? busy : (why ?? ""),
      press: () => tell(this, "checkpoint-restore", { n: row.n }),
      kind: "quiet",
      inTabOrder,
    });
  }

  #stopThenResume({ row, resumable, agent, busy }: CheckpointRowView): TemplateResult | typeof nothing {
    const { turn, n, actions } = row;
    return !resumable || turn === null
      ? nothing
      : stopThen({
          from: this,
          agent,
          action: actions.resume,
          label: words.stopThenResume,
          name: `${words.stopThenResume}: ${turn.chip}`,
          busy,
          then: { name: "checkpoint-resume", detail: { n } },
        });
  }

  /** Offered beside a restore that waits for an agent. */
  #stop({ row, agent, busy }: CheckpointRowView): TemplateResult | typeof nothing {
    return agent === null || row.actions.restore.offered
      ? nothing
      : actionButton({
          label: words.stopThenRestore,
          name: `${words.stopThenRestore}: ${words.checkpoint.toLowerCase()} ${row.n}`,
          why: busy,
          press: () => tell(this, "checkpoint-stop-restore", { n: row.n }),
          kind: "quiet",
        });
  }

  #unfolded(row: Row): TemplateResult {
    const folds = this.#folds;
    return html`${folds.has("message") ? buildMessage(row) : nothing} ${folds.has("warnings") ? warnings(row) : nothing}
    ${folds.has("leftOut") ? leftOut(row) : nothing}`;
  }

  #body(view: CheckpointRowView): TemplateResult {
    const { row, reader, revision, draft } = view;
    const address = checkpointAddress(draft, row.n);
    const inside = this.#inside ?? view.opens;
    return html`<div class="inside">
      <div class="bar">
        <div class="segments" role="group" aria-label=${words.lookInside}>
          ${this.#segment("change", inside)} ${this.#segment("since", inside)} ${this.#segment("files", inside)}
        </div>
        <span class="beside">
          ${this.#stopThenResume(view)} ${this.#stop(view)}
          ${row.verdict?.result === "success" ? nothing : this.#build(view)}
          <a class="button quiet" href=${address} @click=${(event: MouseEvent) => this.#go(event, row.n, address)}
            >${words.link}<span class="visually-hidden"> ${words.ofCheckpoint} ${row.n}</span></a
          >
        </span>
      </div>
      ${
        inside === "files"
          ? html`<checkpoint-files ${shown(CheckpointFiles, { n: row.n, reader })}></checkpoint-files>`
          : html`<checkpoint-diff
              ${shown(CheckpointDiff, { n: row.n, against: inside, reader, revision })}
            ></checkpoint-diff>`
      }
    </div>`;
  }

  #build({ row, busy }: CheckpointRowView): TemplateResult {
    return actionButton({
      label: row.verdict === null ? words.build : words.buildAgain,
      name: `${row.verdict === null ? words.build : words.buildAgain}: ${words.checkpoint.toLowerCase()} ${row.n}`,
      why: busy,
      press: () => tell(this, "checkpoint-build", { n: row.n }),
      kind: "quiet",
    });
  }

  #segment(inside: Against | "files", now: Against | "files"): TemplateResult {
    return html`<button
      type="button"
      aria-pressed=${String(inside === now)}
      @click=${() => {
        this.#inside = inside;
        this.#draw();
      }}
    >
      ${insideWords[inside]}
    </button>`;
  }

  #go(event: MouseEvent, n: number, address: string): void {
    if (isPlainClick(event) && !tell(this, "checkpoint-open", { n, address })) {
      event.preventDefault();
    }
  }

  #turn(): void {
    this.#open = !this.#open;
    this.#draw();
  }

  #fold(fold: Fold): void {
    if (!this.#folds.delete(fold)) {
      this.#folds.add(fold);
    }
    this.#draw();
  }
}

customElements.define("checkpoint-row", CheckpointRow);
