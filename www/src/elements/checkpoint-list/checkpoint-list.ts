// <checkpoint-list>: the checkpoints of a draft, newest first, and the ways back.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveTime } from "../../time/live-time.js";
import { actWords, count, noGoodWords, words } from "../../words/checkpoints.js";
import { CheckpointRow, type CheckpointRowView } from "../checkpoint-row/checkpoint-row.js";
import { actionButton } from "../parts/action-button.js";
import { tell } from "../parts/events.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { Action, Interrupted, LastKnownGood, Row } from "../parts/surface.js";
import { type Group, groupsOf } from "./groups.js";
import "../parts/parts.css";
import "./checkpoint-list.css";

/** What it shows. */
export interface CheckpointListView {
  readonly draft: string;
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly good: LastKnownGood | null;
  readonly interrupted: Interrupted | null;
  /** The files differ from the current checkpoint. */
  readonly edited: boolean;
  /** What is being done, in words: nothing can be pressed meanwhile. */
  readonly busy: string | null;
  /** Undo and redo. Left out: the list has no such buttons. */
  readonly undo?: Action;
  readonly redo?: Action;
  readonly reader: CheckpointReader;
  /** Changes when the files now are others: what was compared with them is compared again. */
  readonly revision: string | number;
}

/** Rows drawn in one go; the rest follows while nothing else is to be done. */
const AT_ONCE = 40;

export class CheckpointList extends HTMLElement {
  #view: CheckpointListView | null = null;
  #groups: readonly Group[] = [];
  #limit = AT_ONCE;
  /** The row that Tab stops at. */
  #active: number | null = null;
  #waiting = false;

  show(view: CheckpointListView): void {
    if (view.draft !== this.#view?.draft) {
      this.#limit = AT_ONCE;
      this.#active = null;
    }
    this.#view = view;
    this.#draw();
  }

  connectedCallback(): void {
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusin", this.#onFocus);
  }

  disconnectedCallback(): void {
    this.removeEventListener("keydown", this.#onKey);
    this.removeEventListener("focusin", this.#onFocus);
  }

  #draw(): void {
    const view = this.#view;
    if (view === null) {
      return;
    }
    const { rows } = view;
    const hadFocus = this.contains(document.activeElement);
    this.#groups = groupsOf(rows.slice(0, this.#limit), this.#groups);
    const active = this.#activeRow(rows);
    render(
      html`${view.interrupted === null ? nothing : this.#interrupted(view.interrupted, view.busy)}
      ${rows.length === 0 ? nothing : html`<div class="ways-back">${this.#lastKnownGood(view)} ${this.#steps(view)}</div>`}
      ${
        rows.length === 0
          ? html`<div class="empty">
              ${sign("history")}
              <p>${view.good?.why ?? words.empty}</p>
              <p class="quiet-text">${words.emptyHint}</p>
            </div>`
          : repeat(
              this.#groups,
              ({ key }) => key,
              (group) => this.#group(group, view, active),
            )
      }`,
      this,
    );
    if (hadFocus && !this.contains(document.activeElement)) {
      // What had the focus is gone, such as a row that is no longer kept.
      this.#rowOf(active)?.focus();
    }
    this.#drawTheRest(rows.length);
  }

  #activeRow(rows: readonly Row[]): number | null {
    const known = rows.some(({ n }) => n === this.#active);
    return known ? this.#active : (rows.find(({ current }) => current)?.n ?? rows[0]?.n ?? null);
  }

  #drawTheRest(length: number): void {
    if (length > this.#limit && !this.#waiting) {
      this.#waiting = true;
      whenIdle(() => {
        this.#waiting = false;
        this.#limit += AT_ONCE;
        this.#draw();
      });
    }
  }

  #interrupted({ message }: Interrupted, busy: string | null): TemplateResult {
    const recover = (way: "finish" | "rollBack"): void => void tell(this, "restore-recover", { way });
    return html`<section class="interrupted" role="alert">
      <p>${sign("warning")} ${message}</p>
      <p class="quiet-text">${words.interruptedHint}</p>
      <div class="bar">
        ${actionButton({ label: words.finish, why: busy, press: () => recover("finish"), kind: "primary" })}
        ${actionButton({ label: words.rollBack, why: busy, press: () => recover("rollBack") })}
      </div>
    </section>`;
  }

  #lastKnownGood({ good, rows, busy }: CheckpointListView): TemplateResult {
    const target = good?.checkpoint ?? null;
    if (target === null) {
      return html`<p class="no-good quiet-text">${noGoodWords(good)}</p>`;
    }
    // The newest state of its row says whether it can be restored now.
    const { offered, why } = (rows.find(({ n }) => n === target.n) ?? target).actions.restore;
    return html`<div class="good">
      ${actionButton({
        label: html`${sign("passed")}${words.restoreGood}`,
        why: offered ? busy : (why ?? ""),
        press: () => tell(this, "checkpoint-restore", { n: target.n }),
        kind: "primary",
      })}
      <p class="quiet-text">
        <span class="numbers">${target.n}</span> · ${target.label} ·
        <live-time ${shown(LiveTime, target.takenAt)}></live-time>
      </p>
    </div>`;
  }

  #steps({ undo, redo, busy }: CheckpointListView): TemplateResult {
    const why = (step: Action): string | null => (step.offered ? busy : (step.why ?? ""));
    return html`<div class="steps">
      ${
        undo === undefined
          ? nothing
          : actionButton({
              label: html`${sign("undo")}${words.undo}`,
              why: why(undo),
              press: () => tell(this, "history-undo", null),
            })
      }
      ${
        redo === undefined
          ? nothing
          : actionButton({
              label: html`${sign("redo")}${words.redo}`,
              why: why(redo),
              press: () => tell(this, "history-redo", null),
            })
      }
    </div>`;
  }

  #group({ act, rows }: Group, view: CheckpointListView, active: number | null): TemplateResult {
    return html`<section class="group" data-act=${act}>
      <h3>
        ${actWords[act]}${rows.length === 1 ? nothing : html` <span class="of">${count(rows.length, "checkpoint")}</span>`}
      </h3>
      <ol>
        ${repeat(
          rows,
          ({ n }) => n,
          (row) =>
            html`<li><checkpoint-row ${shown(CheckpointRow, this.#row(row, view, active))}></checkpoint-row></li>`,
        )}
      </ol>
    </section>`;
  }

  #row(row: Row, view: CheckpointListView, active: number | null): CheckpointRowView {
    const { draft, reader, edited, busy, revision } = view;
    return { draft, row, reader, edited, busy, revision, inTabOrder: row.n === active };
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("checkpoint-row");
    const n = Number(row?.dataset["n"]);
    if (row !== null && n !== this.#active) {
      this.#active = n;
      this.#draw();
    }
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const opener = event.target as HTMLElement;
    if (!opener.matches(".opener") || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const rows = [...this.querySelectorAll<CheckpointRow>("checkpoint-row")];
    const at = rows.findIndex((row) => row.contains(opener));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
    }
  };

  #rowOf(n: number | null): CheckpointRow | null {
    return n === null ? null : this.querySelector<CheckpointRow>(`checkpoint-row[data-n="${n}"]`);
  }
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback(work);
  } else {
    setTimeout(work);
  }
}

customElements.define("checkpoint-list", CheckpointList);
