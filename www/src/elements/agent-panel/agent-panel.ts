// <agent-panel>: the conversation with the draft's agent, and the input for the next prompt.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { examples } from "../../agent/practice/steps.js";
import type { AgentState, AgentView } from "../../agent/view.js";
import type { Turn } from "../../history.js";
import { agentWords as words } from "../../words/agent.js";
import { tell } from "./events.js";
import { modelForm } from "./model-form.js";
import "./agent-panel.css";

/** What the panel shows beside the agent. */
export interface AgentPanelView extends AgentView {
  /** What is known of the real agent's model. `null`: the agent has none to choose. */
  readonly model: { readonly endpoint: string; readonly key: string; readonly keep: boolean } | null;
}

/** What can be stopped. */
const AT_WORK: ReadonlySet<AgentState> = new Set<AgentState>(["starting", "working", "needs_input"]);

/** While it is so, no prompt can be sent. */
const BUSY: ReadonlySet<AgentState> = new Set<AgentState>(["starting", "working"]);

export class AgentPanel extends HTMLElement {
  /** Where the real agent draws. It stays the same element, whatever is drawn around it. */
  readonly terminal = document.createElement("div");
  #view: AgentPanelView | null = null;
  #putBack = 0;
  /** What was scrolled to last: what is new is scrolled to, a person's own scrolling is left alone. */
  #newest = "";

  constructor() {
    super();
    this.terminal.className = "agent-terminal";
  }

  show(view: AgentPanelView): void {
    this.#view = view;
    render(this.#all(view), this);
    this.#takeBack(view);
    const said = this.querySelector(".agent-said");
    const newest = JSON.stringify([view.turns.at(-1)?.id, view.trouble, view.notice]);
    if (said !== null && (newest !== this.#newest || view.state === "working")) {
      this.#newest = newest;
      said.scrollTop = said.scrollHeight;
    }
  }

  /** Puts text into the input, as after a reload. What is there stays. */
  fill(text: string): void {
    const input = this.#input();
    if (input !== null && input.value === "") {
      input.value = text;
    }
  }

  /** Puts the focus into the input. */
  override focus(options?: FocusOptions): void {
    this.#input()?.focus(options);
  }

  #all(view: AgentPanelView): TemplateResult {
    const { name, state, practice, trouble, notice } = view;
    return html`<header class="agent-head">
        <h2>${name}</h2>
        <span class="chip ${chipTone(state)}" role="status">${words.states[state]}</span>
        ${this.#control(state)}
      </header>
      ${view.model === null ? nothing : modelForm(view.model, (model) => tell(this, "agent-model", model))}
      ${practice ? nothing : this.terminal}
      <div class="agent-said" role="region" tabindex="0" aria-label=${words.conversation}>
        ${practice ? practiceNote() : nothing}
        <div role="log">
          <ol class="agent-turns">
            ${
              view.turns.length === 0
                ? html`<li class="quiet-text">${words.nothingYet}</li>`
                : repeat(
                    view.turns,
                    ({ id }) => id,
                    (turn) => turnItem(turn, view.answers.get(turn.id)),
                  )
            }
          </ol>
        </div>
        <div class="agent-says" role="alert">${trouble === null ? nothing : html`<p class="bad">${trouble}</p>`}</div>
        <div class="agent-says" role="status">${notice === null ? nothing : html`<p>${notice}</p>`}</div>
      </div>
      ${this.#form(name, BUSY.has(state))}`;
  }

  #control(state: AgentState): TemplateResult {
    if (AT_WORK.has(state)) {
      return html`<button type="button" class="danger" @click=${() => tell(this, "agent-stop", null)}>
        ${words.stop}
      </button>`;
    }
    const label = state === "off" ? words.start : words.startAgain;
    return state === "idle"
      ? html``
      : html`<button type="button" @click=${() => tell(this, "agent-start", null)}>${label}</button>`;
  }

  #form(name: string, busy: boolean): TemplateResult {
    return html`<form class="agent-form" @submit=${this.#onSubmit}>
      <textarea
        name="prompt"
        rows="2"
        aria-label=${words.promptLabel(name)}
        placeholder=${words.promptHint}
        @keydown=${this.#onKey}
        @input=${() => tell(this, "agent-typed", { text: this.#input()?.value ?? "" })}
      ></textarea>
      <button class="primary" ?disabled=${busy}>${words.send}</button>
    </form>`;
  }

  // Held as properties, so that lit-html need not bind them anew at each drawing.

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    this.#send();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // While an input method composes, Enter chooses a word.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#send();
    }
  };

  #send(): void {
    const input = this.#input();
    const state = this.#view?.state;
    if (input === null || input.value.trim() === "" || state === undefined || BUSY.has(state)) {
      return;
    }
    const text = input.value;
    input.value = "";
    tell(this, "agent-typed", { text: "" });
    tell(this, "agent-prompt", { text });
  }

  /** A prompt that came back goes before what was typed meanwhile: neither is lost. */
  #takeBack({ putBack }: AgentPanelView): void {
    const input = this.#input();
    if (putBack === null || putBack.count === this.#putBack || input === null) {
      return;
    }
    this.#putBack = putBack.count;
    const typed = input.value.trim();
    input.value = typed === "" || typed === putBack.text.trim() ? putBack.text : `${putBack.text}\n\n${input.value}`;
    tell(this, "agent-typed", { text: input.value });
  }

  #input(): HTMLTextAreaElement | null {
    return this.querySelector("textarea[name=prompt]");
  }
}

function practiceNote(): TemplateResult {
  return html`<div class="agent-note">
    <p>${words.practice}</p>
    <details>
      <summary>${words.examplesTitle}</summary>
      <ul>
        ${examples.map((example) => html`<li><code>${example}</code></li>`)}
      </ul>
    </details>
  </div>`;
}

function turnItem(turn: Turn, answer: string | undefined): TemplateResult {
  const said = answer ?? turn.closingLine ?? "";
  const missing = turn.noCheckpoint?.message;
  return html`<li class="agent-turn" data-turn=${turn.number} data-state=${turn.state}>
    <p class="agent-prompt"><span class="visually-hidden">${words.you}: </span>${turn.prompt}</p>
    ${said === "" ? nothing : html`<p class="agent-answer">${said}</p>`}
    <p class="agent-foot quiet-text">
      <span class="chip ${turnTone(turn)}">${turn.chip}</span>
      <span>${words.checkpoints(turn.checkpoints)}</span>
      ${turn.state === "unfinished" ? html`<span>${words.unfinished}</span>` : nothing}
      ${missing === undefined ? nothing : html`<span>${missing}</span>`}
    </p>
  </li>`;
}

function turnTone({ state }: Turn): string {
  switch (state) {
    case "failed":
      return "bad";
    case "unfinished":
    case "stopped":
    case "unknown":
    case "needs_input":
      return "warn";
    case "begun":
      return "accent";
    case "done":
    case "idle":
      return "";
  }
}

function chipTone(state: AgentState): string {
  switch (state) {
    case "working":
    case "starting":
      return "accent";
    case "needs_input":
    case "gone":
      return "warn";
    case "idle":
      return "good";
    case "off":
      return "";
  }
}

customElements.define("agent-panel", AgentPanel);
