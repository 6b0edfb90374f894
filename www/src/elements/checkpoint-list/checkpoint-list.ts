// <checkpoint-list>: the checkpoints of a draft, newest first, and the ways back.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { words } from "../../words/checkpoints.js";
import { CheckpointRow } from "../checkpoint-row/checkpoint-row.js";
import { sign } from "../parts/sign.js";
import type { Row } from "../parts/surface.js";
import { branchRows } from "./branch-rows.js";
import { groupTemplate, rowsTemplate, type Drawing } from "./group-rows.js";
import { type Group, groupsOf } from "./groups.js";
import { type Section, sectionsOf } from "./sections.js";
import type { CheckpointListView } from "./view.js";
import { agentNote, interruptedCard, lastKnownGood, steps } from "./ways-back.js";
import "../parts/parts.css";
import "./checkpoint-list.css";

export type { CheckpointListView } from "./view.js";

/** Rows drawn in one go; the rest follows while nothing else is to be done. */
const AT_ONCE = 40;

export class CheckpointList extends HTMLElement {
  #view: CheckpointListView | null = null;
  #groups: readonly Group[] = [];
  #limit = AT_ONCE;
  /** The row that Tab stops at. */
  #active: number | null = null;
  #waiting = false;
  /** Whether a person opened or closed the backstops; `null`: they did not. */
  #backstopsOpen: boolean | null = null;

  show(view: CheckpointListView): void {
    if (view.draft !== this.#view?.draft) {
      this.#limit = AT_ONCE;
      this.#active = null;
      this.#backstopsOpen = null;
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
    const hadFocus = this.contains(document.activeElement);
    const rows = view.backstops === undefined ? view.rows : view.rows.filter(({ kind }) => kind !== "safety");
    this.#groups = groupsOf(rows.slice(0, this.#limit), view.turns ?? [], this.#groups);
    const sections = sectionsOf(this.#groups, view.session ?? null);
    const drawing: Drawing = {
      list: this,
      view,
      active: this.#activeRow(view.rows),
      firstOfTurn: firstOfTurn(view.rows),
    };
    render(html`${this.#above(view)} ${this.#sections(sections, drawing)} ${this.#backstops(drawing)}`, this);
    if (hadFocus && !this.contains(document.activeElement)) {
      // What had the focus is gone, such as a row that is no longer kept.
      this.#rowOf(drawing.active)?.focus();
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

  #above(view: CheckpointListView): TemplateResult {
    const { rows, interrupted, busy, agent, branches } = view;
    if (rows.length === 0) {
      return html`<div class="empty">
        ${sign("history")}
        <p>${view.good?.why ?? words.empty}</p>
        <p class="quiet-text">${words.emptyHint}</p>
      </div>`;
    }
    return html`${interrupted === null ? nothing : interruptedCard(this, interrupted, busy)}
      ${(agent ?? null) === null ? nothing : agentNote(agent ?? "")}
      <div class="ways-back">${lastKnownGood(this, view)} ${steps(this, view)}</div>
      ${branches === undefined || branches.length === 0 ? nothing : branchRows(this, branches, busy, agent ?? null)}`;
  }

  #sections(sections: readonly Section[], drawing: Drawing): TemplateResult {
    const level = sections.length > 1 ? "inSection" : "alone";
    return html`${repeat(
      sections,
      ({ session }) => session ?? "",
      ({ session, groups }) => html`
        ${level === "alone" ? nothing : this.#sectionHeading(session, drawing.view)}
        ${repeat(
          groups,
          ({ key }) => key,
          (group) => groupTemplate(group, level, drawing),
        )}
      `,
    )}`;
  }

  #sectionHeading(session: string | null, { sessionNames, session: selected }: CheckpointListView): TemplateResult {
    const name = session === null ? words.byYou : (sessionNames?.get(session) ?? session);
    return html`<h3 class="session">
      ${name}${
        session !== null && session === selected ? html` <span class="chip accent">${words.selected}</span>` : nothing
      }
    </h3>`;
  }

  /** What was saved before something overwrote files (LIST4). */
  #backstops(drawing: Drawing): TemplateResult | typeof nothing {
    const { backstops } = drawing.view;
    if (backstops === undefined || backstops.length === 0) {
      return nothing;
    }
    const open = this.#backstopsOpen ?? backstops.some(({ current }) => current);
    return html`<section class="backstops">
      <h3>
        <button
          type="button"
          class="quiet"
          aria-expanded=${String(open)}
          @click=${() => {
            this.#backstopsOpen = !open;
            this.#draw();
          }}
        >
          ${sign("chevron")}${words.backstops} <span class="of numbers">${backstops.length}</span>
        </button>
      </h3>
      ${open ? html`<p class="quiet-text">${words.backstopsHint}</p>` : nothing}
      ${open ? rowsTemplate(backstops, drawing, "since") : nothing}
    </section>`;
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

/** The first kept checkpoint of each turn: the one that its conversation is resumed at. */
function firstOfTurn(rows: readonly Row[]): ReadonlySet<number> {
  const first = new Map<string, number>();
  for (const { n, turn } of rows) {
    if (turn !== null) {
      first.set(turn.id, Math.min(n, first.get(turn.id) ?? n));
    }
  }
  return new Set(first.values());
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback(work);
  } else {
    setTimeout(work);
  }
}

customElements.define("checkpoint-list", CheckpointList);
