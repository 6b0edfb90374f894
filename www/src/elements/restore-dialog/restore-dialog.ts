// <restore-dialog>: the confirmation of a restore, drawn from its plan. Nothing is done before it is confirmed.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { size, words } from "../../words/checkpoints.js";
import { confirmWords, listWords, planWords, removalWords, restoreTitle } from "../../words/restore.js";
import { tell } from "../parts/events.js";
import type { CheckpointReader } from "../parts/reader.js";
import { shown } from "../parts/shown.js";
import { sign } from "../parts/sign.js";
import type { LeftAloneFile, Plan, Scope } from "../parts/surface.js";
import { conversationPlan } from "./conversation-plan.js";
import { type PlannedFile, PlannedFiles } from "./planned-files.js";
import { scopeChoice } from "./scope-choice.js";
import "../parts/parts.css";
import "./restore-dialog.css";

/** What it shows. */
export interface RestoreDialogView {
  readonly plan: Plan;
  readonly reader: CheckpointReader;
  /** What will be done, as a title. Left out: what the plan says. */
  readonly title?: string;
  /** What the button says that does it. */
  readonly confirmLabel?: string;
}

export class RestoreDialog extends HTMLElement {
  #view: RestoreDialogView | null = null;
  /** Who had the focus before. */
  #opener: Element | null = null;

  /** Opens the confirmation; while it is open, shows another plan in it. */
  show(view: RestoreDialogView): void {
    this.#view = view;
    render(this.#dialog(view), this);
    const dialog = this.querySelector("dialog");
    if (dialog !== null && !dialog.open) {
      this.#opener ??= document.activeElement;
      dialog.returnValue = "";
      dialog.showModal();
      this.querySelector<HTMLElement>(".cancel")?.focus();
    }
  }

  /** Closes it without an answer. */
  close(): void {
    this.#view = null;
    this.querySelector("dialog")?.close();
  }

  #dialog(view: RestoreDialogView): TemplateResult {
    const { plan } = view;
    const title = view.title ?? restoreTitle(plan);
    const canBeDone = plan.refused === null && !isIdle(plan);
    return html`<dialog aria-labelledby="restore-title" aria-describedby="restore-lead" @close=${this.#onClose}>
      <h2 id="restore-title">${title}</h2>
      <div id="restore-lead" class="lead">${this.#lead(plan)}</div>
      ${this.#conversation(plan)} ${this.#warnings(plan)} ${this.#lists(view)}
      <div class="dialog-actions">
        <button type="button" class="cancel" autofocus @click=${() => this.#end("cancel")}>
          ${canBeDone ? words.cancel : words.close}
        </button>
        ${
          canBeDone
            ? html`<button type="button" class="primary confirm" @click=${() => this.#end("confirm")}>
                ${view.confirmLabel ?? confirmWords[plan.act]}
              </button>`
            : nothing
        }
        ${
          plan.refused?.code === "agent_working"
            ? html`<button type="button" @click=${() => tell(this, "restore-stop", { plan: plan.id })}>
                ${words.stopThenRestore}
              </button>`
            : nothing
        }
      </div>
    </dialog>`;
  }

  #lead(plan: Plan): TemplateResult {
    if (plan.refused !== null) {
      const { message, hint } = plan.refused;
      return html`<div class="callout" data-tone="bad">
        ${sign("failed")}
        <div>
          <p>${message}</p>
          <p>${hint}</p>
        </div>
      </div>`;
    }
    return html`<p>${planWords(plan)}</p>
      ${
        plan.nothingToDo
          ? nothing
          : html`<p class="quiet-text">${sign("shield")} ${words.savedFirst} “${plan.safetyLabel}”.</p>`
      }`;
  }

  #conversation(plan: Plan): TemplateResult {
    const choose = (scope: Scope): void => void tell(this, "restore-scope", { plan: plan.id, scope });
    return html`<div class="what">
      ${plan.refused !== null || plan.conversation === null ? nothing : conversationPlan(plan.conversation)}
      ${plan.refused === null ? scopeChoice(plan, choose) : nothing}
    </div>`;
  }

  #warnings(plan: Plan): TemplateResult {
    const goes = plan.remove.length > 0 && plan.refused === null;
    return html`${goes ? callout(removalWords(plan)) : nothing}
    ${plan.warnings.map(({ message, paths }) =>
      callout(paths.length === 0 ? message : `${message} ${paths.join(", ")}`),
    )}`;
  }

  #lists({ plan, reader }: RestoreDialogView): TemplateResult {
    const between = { from: "files", to: plan.n } as const;
    const written: PlannedFile[] = plan.write.map(({ path, change, bytes }) => ({
      path,
      note: size(bytes),
      mark: change,
    }));
    const removed: PlannedFile[] = plan.remove.map((path) => ({ path, note: "" }));
    const list = (
      what: "write" | "remove" | "leftAlone" | "inTheWay",
      files: readonly PlannedFile[],
      tone: "plain" | "warn" | "bad",
    ): TemplateResult | typeof nothing => {
      const heading = listWords(what, files.length);
      const shows = what === "write" || what === "remove" ? between : null;
      return files.length === 0
        ? nothing
        : html`<planned-files
            ${shown(PlannedFiles, { heading, files, between: shows, tone, reader })}
          ></planned-files>`;
    };
    return html`<div class="lists">
      ${list("inTheWay", plan.inTheWay.map(stays), "bad")} ${list("remove", removed, "warn")}
      ${list("write", written, "plain")} ${list("leftAlone", plan.leftAlone.map(stays), "plain")}
    </div>`;
  }

  #end(answer: "confirm" | "cancel"): void {
    this.querySelector("dialog")?.close(answer);
  }

  readonly #onClose = (): void => {
    const plan = this.#view?.plan.id;
    const confirmed = this.querySelector("dialog")?.returnValue === "confirm";
    this.#view = null;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) {
      this.#opener.focus();
    }
    this.#opener = null;
    // Taken down, so that the next plan begins with its own lists.
    render(nothing, this);
    if (plan !== undefined) {
      tell(this, confirmed ? "restore-confirm" : "restore-cancel", { plan });
    }
  };
}

/** Whether applying it would do nothing: no file differs, and the conversation stays where it is. */
function isIdle({ nothingToDo, conversation }: Plan): boolean {
  return nothingToDo && conversation === null;
}

function callout(text: string): TemplateResult {
  return html`<div class="callout" data-tone="warn">
    ${sign("warning")}
    <p>${text}</p>
  </div>`;
}

function stays({ path, message }: LeftAloneFile): PlannedFile {
  return { path, note: message };
}

customElements.define("restore-dialog", RestoreDialog);
