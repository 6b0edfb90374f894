// The real fx, run in a terminal of the page by its own SDK.

import { agentWords } from "../../words/agent.js";
import type { Agent, AgentInstance, AgentParts } from "../agent.js";
import type { FxFiles } from "./fx-files.js";
import { gatewayFetch } from "./gateway.js";
import type { Model } from "./model.js";
import { type FxTerminal, loadSdk } from "./sdk.js";

/** What is typed to make fx stop its turn, and to make it go. */
const KEYS = { interrupt: "\u001b", exit: "/exit\r", enter: "\r" } as const;

/** The real fx. `model` is asked at each start. */
export function fxAgent(files: FxFiles, model: () => Model): Agent {
  return { name: "fx", practice: false, start: (parts) => start(files, model(), parts) };
}

async function start(files: FxFiles, model: Model, parts: AgentParts): Promise<AgentInstance> {
  const { supportsJspi, createFxTerminal } = await loadSdk(files.sdk);
  if (!supportsJspi()) {
    throw new Error(agentWords.noJspi);
  }
  if (model.key === "") {
    throw new Error(agentWords.noKey);
  }
  const { args, terminal, sessionStore, workspace, signal } = parts;
  const prompts = new Prompts(parts);
  const errors = new TextDecoder();
  let said = "";
  const running = await createFxTerminal({
    wasm: files.wasm,
    args,
    terminal,
    env: { AI_GATEWAY_API_KEY: model.key },
    fetch: gatewayFetch(model.endpoint),
    sessionStore,
    workspace,
    promptHistoryStore: { load: () => [], append: (_root, prompt) => prompts.took(prompt), clear: () => undefined },
    stderr: (chunk) => {
      said = (said + errors.decode(chunk, { stream: true })).slice(-500);
    },
  });
  const instance = new FxInstance(running, prompts, () => said);
  signal.addEventListener("abort", () => instance.end(), { once: true });
  await running.interactive;
  return instance;
}

/** Tells the host of each prompt, without the note that was typed with it. */
class Prompts {
  note: string | null = null;
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  async took(typed: string): Promise<void> {
    // fx keeps its own commands in the same history; they are no turns.
    if (typed.startsWith("/")) {
      return;
    }
    const before = this.note === null ? "" : noteText(this.note);
    this.note = null;
    await this.#parts.events.onPrompt(typed.startsWith(before) ? typed.slice(before.length) : typed);
  }
}

class FxInstance implements AgentInstance {
  readonly exited: Promise<string | null>;
  readonly #running: FxTerminal;
  readonly #prompts: Prompts;
  #letGo = false;

  constructor(running: FxTerminal, prompts: Prompts, said: () => string) {
    this.#running = running;
    this.#prompts = prompts;
    this.exited = running.exited.then((code) => (this.#letGo ? null : `It ended with ${code}. ${said()}`.trim()));
  }

  prompt(text: string, note: string | null): void {
    this.#prompts.note = note;
    // As pasted text, so that a line's end in it is no Enter.
    this.#running.write(`\u001b[200~${note === null ? "" : noteText(note)}${text}\u001b[201~`);
    // fx reads a paste and a key that come in one piece as one paste.
    setTimeout(() => this.#running.write(KEYS.enter), 30);
  }

  interrupt(): void {
    this.#running.write(KEYS.interrupt);
  }

  async exit(): Promise<void> {
    this.#letGo = true;
    this.#running.write(KEYS.interrupt);
    this.#running.write(KEYS.exit);
    await this.#running.exited;
  }

  end(): void {
    this.#letGo = true;
    this.#running.abort();
  }
}

function noteText(note: string): string {
  return `[${note}]\n\n`;
}
