// A group of the list: its heading, and its rows.

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { actWords, count, words } from "../../words/checkpoints.js";
import type { Against } from "../checkpoint-diff/checkpoint-diff.js";
import { CheckpointRow, type CheckpointRowView } from "../checkpoint-row/checkpoint-row.js";
import { tell } from "../parts/events.js";
import { resumeAction } from "../parts/resume-action.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import { stopThen } from "../parts/stop-then.js";
import type { Row, Turn } from "../parts/surface.js";
import type { Group, TurnGroup } from "./groups.js";
import type { CheckpointListView } from "./view.js";

/** What every row of one drawing needs. */
export interface Drawing {
  readonly list: HTMLElement;
  readonly view: CheckpointListView;
  /** The row that Tab stops at. */
  readonly active: number | null;
  /** Numbers of the checkpoints that are the first of their turn. */
  readonly firstOfTurn: ReadonlySet<number>;
}

/** One group. `inSection`: under the heading of a conversation, so that its own heading is one level deeper. */
export function groupTemplate(group: Group, level: "alone" | "inSection", drawing: Drawing): TemplateResult {
  const heading = group.kind === "act" ? actHeading(group.rows.length, actWords[group.act]) : turnHeading(group);
  return html`<section class="group" data-kind=${group.kind === "act" ? group.act : "turn"}>
    ${level === "alone" ? html`<h3>${heading}</h3>` : html`<h4>${heading}</h4>`}
    ${group.kind === "turn" ? turnNotes(group, drawing) : nothing}
    ${group.rows.length === 0 ? nothing : rowsTemplate(group.rows, drawing, "change")}
  </section>`;
}

/** Rows in one box. `opens`: what a row shows first when it is opened. */
export function rowsTemplate(rows: readonly Row[], drawing: Drawing, opens: Against): TemplateResult {
  return html`<ol>
    ${repeat(
      rows,
      ({ n }) => n,
      (row) => html`<li><checkpoint-row ${shown(CheckpointRow, rowView(row, drawing, opens))}></checkpoint-row></li>`,
    )}
  </ol>`;
}

function rowView(row: Row, { view, active, firstOfTurn }: Drawing, opens: Against): CheckpointRowView {
  const { draft, reader, edited, busy, revision, agent = null } = view;
  const resumable = firstOfTurn.has(row.n);
  return { draft, row, reader, edited, busy, agent, revision, resumable, opens, inTabOrder: row.n === active };
}

function actHeading(rows: number, heading: string): TemplateResult {
  return html`${heading}${rows === 1 ? nothing : html` <span class="of">${count(rows, "checkpoint")}</span>`}`;
}

function turnHeading({ chip, prompt, turn, rows }: TurnGroup): TemplateResult {
  // Seen once is enough: a row that is labelled with the prompt stands right below.
  const seen = rows[0]?.label === prompt;
  return html`<span class="chip accent">${sign("turn")}${chip}</span>
    <span class=${seen ? "visually-hidden" : "prompt"}>${prompt}</span>
    ${turn?.place === "parked" ? html` <span class="chip">${sign("branch")}${words.parkedTurn}</span>` : nothing}`;
}

function turnNotes(group: TurnGroup, drawing: Drawing): TemplateResult {
  const { noCheckpoint, rows, turn } = group;
  return html`${
    noCheckpoint === null ? nothing : html`<p class="missing quiet-text">${sign("warning")} ${noCheckpoint}</p>`
  }
  ${rows.length > 0 || turn === null ? nothing : bareTurn(turn, drawing)}`;
}

/** A turn that changed no file: there is no row, and its conversation can be gone back to all the same. */
function bareTurn({ id, chip, state, actions }: Turn, { list, view }: Drawing): TemplateResult {
  return html`<div class="bare">
    <span class="quiet-text">${state === "begun" ? words.noFileYet : words.noFileChanged}</span>
    <span class="act">
      ${resumeAction({
        action: actions.resume,
        of: chip,
        busy: view.busy,
        press: () => tell(list, "turn-resume", { turn: id }),
      })}
      ${stopThen({
        from: list,
        agent: view.agent ?? null,
        action: actions.resume,
        label: words.stopThenResume,
        name: `${words.stopThenResume}: ${chip}`,
        busy: view.busy,
        then: { name: "turn-resume", detail: { turn: id } },
      })}
    </span>
  </div>`;
}
