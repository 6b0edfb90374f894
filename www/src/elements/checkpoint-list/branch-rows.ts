// Parked conversations, each with its way back.

import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { LiveTime } from "../../time/live-time.js";
import { words } from "../../words/checkpoints.js";
import { quoted } from "../../words/quoted.js";
import { actionButton } from "../parts/action-button.js";
import { tell } from "../parts/events.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import { stopThen } from "../parts/stop-then.js";
import type { Branch } from "../parts/surface.js";

/** A section of its own; `busy`: why nothing can be pressed now; `agent`: who is at work. */
export function branchRows(
  from: HTMLElement,
  branches: readonly Branch[],
  busy: string | null,
  agent: string | null,
): TemplateResult {
  return html`<section class="group branches">
    <h3>${words.parked}</h3>
    <ol>
      ${repeat(
        branches,
        ({ id }) => id,
        (branch) => html`<li>${branchRow(from, branch, busy, agent)}</li>`,
      )}
    </ol>
  </section>`;
}

function branchRow(from: HTMLElement, branch: Branch, busy: string | null, agent: string | null): TemplateResult {
  const { id, label, tip, checkpoint, parkedAt, actions } = branch;
  const { offered, why } = actions.resume;
  return html`<div class="branch" data-branch=${id}>
    <div class="top">
      <p class="label">${sign("branch")} ${label}</p>
      <live-time class="quiet-text" ${shown(LiveTime, parkedAt)}></live-time>
    </div>
    <p class="quiet-text prompt">${quoted(tip.prompt)}</p>
    <div class="facts">
      <span class="chip">${tip.chip}</span>
      <span class="quiet-text">${words.filesOf} <span class="numbers">${checkpoint}</span></span>
      <span class="act">
        ${actionButton({
          label: words.resumeBranch,
          name: `${words.resumeBranch}: ${label}`,
          why: offered ? busy : (why ?? ""),
          press: () => tell(from, "branch-resume", { branch: id }),
          kind: "quiet",
        })}
        ${stopThen({
          from,
          agent,
          action: actions.resume,
          label: words.stopThenResume,
          name: `${words.stopThenResume}: ${label}`,
          busy,
          then: { name: "branch-resume", detail: { branch: id } },
        })}
      </span>
    </div>
  </div>`;
}
