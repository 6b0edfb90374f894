// What stands above the rows: the last known good, undo and redo, an agent at work, a restore that was cut off.

import { html, nothing, type TemplateResult } from "lit-html";
import { LiveTime } from "../../time/live-time.js";
import { agentWords, noGoodWords, words } from "../../words/checkpoints.js";
import { actionButton } from "../parts/action-button.js";
import { tell } from "../parts/events.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import { stopThen } from "../parts/stop-then.js";
import type { Action, Interrupted, Step } from "../parts/surface.js";
import type { CheckpointListView } from "./view.js";

/** A restore that was cut off: it comes before everything else. */
export function interruptedCard(from: HTMLElement, { message }: Interrupted, busy: string | null): TemplateResult {
  const recover = (way: "finish" | "rollBack"): void => void tell(from, "restore-recover", { way });
  return html`<section class="interrupted" role="alert">
    <p>${sign("warning")} ${message}</p>
    <p class="quiet-text">${words.interruptedHint}</p>
    <div class="bar">
      ${actionButton({ label: words.finish, why: busy, press: () => recover("finish"), kind: "primary" })}
      ${actionButton({ label: words.rollBack, why: busy, press: () => recover("rollBack") })}
    </div>
  </section>`;
}

/** That an agent is at work, and that what goes back has to wait for it. */
export function agentNote(agent: string): TemplateResult {
  return html`<p class="agent quiet-text" role="status">
    <span class="pulse" aria-hidden="true"></span>${agentWords(agent)}
  </p>`;
}

/** **Restore last known good**, or why there is none. */
export function lastKnownGood(from: HTMLElement, { good, rows, busy, agent }: CheckpointListView): TemplateResult {
  const target = good?.checkpoint ?? null;
  if (target === null) {
    return html`<p class="no-good quiet-text">${noGoodWords(good)}</p>`;
  }
  const { n, label, takenAt } = target;
  // The newest state of its row says whether it can be restored now.
  const { offered, why } = (rows.find((row) => row.n === n) ?? target).actions.restore;
  const stops = (agent ?? null) !== null && !offered;
  return html`<div class="good">
    <div class="bar">
      ${actionButton({
        label: html`${sign("passed")}${words.restoreGood}`,
        why: offered ? busy : (why ?? ""),
        press: () => tell(from, "checkpoint-restore", { n }),
        kind: "primary",
      })}
      ${
        stops
          ? actionButton({
              label: words.stopThenRestore,
              why: busy,
              press: () => tell(from, "checkpoint-stop-restore", { n }),
            })
          : nothing
      }
    </div>
    <p class="quiet-text">
      <span class="numbers">${n}</span> · ${label} · <live-time ${shown(LiveTime, takenAt)}></live-time>
    </p>
  </div>`;
}

/** Undo and redo, with the name of what they would do. */
export function steps(from: HTMLElement, view: CheckpointListView): TemplateResult | typeof nothing {
  if (view.undo === undefined && view.redo === undefined) {
    return nothing;
  }
  return html`<div class="steps">${step(from, "undo", view)} ${step(from, "redo", view)}</div>`;
}

function step(
  from: HTMLElement,
  name: "undo" | "redo",
  { busy, agent = null, ...view }: CheckpointListView,
): TemplateResult | typeof nothing {
  const step: (Action & Partial<Step>) | undefined = view[name];
  if (step === undefined) {
    return nothing;
  }
  const { offered, why, text } = step;
  const named = (text ?? null) !== null;
  const button = actionButton({
    // Its text says the verb and what it would do: "Undo: restore of checkpoint 3 (It works)".
    label: html`${sign(name)}<span class="what">${named ? text : words[name]}</span>`,
    why: offered ? busy : (why ?? ""),
    press: () => tell(from, `history-${name}`, null),
  });
  const stop = stopThen({
    from,
    agent: named ? agent : null,
    action: step,
    label: words.stopThen[name],
    name: (text ?? "").replace(/^\w+/, words.stopThen[name]),
    busy,
    then: { name: `history-${name}`, detail: null },
  });
  return html`${button}${stop}`;
}
