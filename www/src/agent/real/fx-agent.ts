// The real fx, run in a terminal of the page by its own SDK.

import { isNight } from "../../style/colors.js";
import { agentWords } from "../../words/agent.js";
import type { Agent, AgentInstance, AgentParts } from "../agent.js";
import type { FxFiles } from "./fx-files.js";
import { gatewayFetch } from "./gateway.js";
import type { Model } from "./model.js";
import { type FxTerminal, loadSdk } from "./sdk.js";

/** What is typed to make fx stop its turn, which it then commits as stopped, and to make it go. */
const KEYS = { interrupt: "\u0003", exit: "/exit\r", enter: "\r" } as const;
/** How long fx may take to go by itself. */
const EXIT_MS = 1000;

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
    env: { AI_GATEWAY_API_KEY: model.key, FX_THEME: isNight() ? "dark" : "light" },
    fetch: gatewayFetch(model.endpoint),
    sessionStore: {
      load: sessionStore.load,
      list: sessionStore.list,
      remove: sessionStore.remove,
      commit: async (id, bytes, expected) => {
        const committed = await sessionStore.commit(id, bytes, expected);
        await prompts.turnOver();
        return committed;
      },
    },
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
  /** fx takes prompts while it works, and comes to them later. */
  readonly #waiting: string[] = [];
  #atWork = false;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  /** fx took what was typed, and begins with it when this answers, unless it is at work. */
  async took(typed: string): Promise<void> {
    // fx keeps its own commands in the same history; they are no turns.
    if (typed.startsWith("/")) {
      return;
    }
    const before = this.note === null ? "" : noteText(this.note);
    this.note = null;
    const prompt = typed.startsWith(before) ? typed.slice(before.length) : typed;
    if (this.#atWork) {
      this.#waiting.push(prompt);
      return;
    }
    this.#atWork = true;
    await this.#parts.events.onPrompt(prompt);
  }

  /** fx committed a turn, and goes on when this answers. */
  async turnOver(): Promise<void> {
    const next = this.#waiting.shift();
    this.#atWork = next !== undefined;
    if (next !== undefined) {
      await this.#parts.events.onPrompt(next);
    }
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
    // The first also empties its input, where a command would otherwise be typed behind what is there.
    this.#running.write(KEYS.interrupt);
    this.#running.write(KEYS.exit);
    const late = new Promise<void>((resolve) => setTimeout(resolve, EXIT_MS));
    await Promise.race([this.#running.exited, late]);
    this.#running.abort();
  }

  end(): void {
    this.#letGo = true;
    this.#running.abort();
  }
}

function noteText(note: string): string {
  return `[${note}]\n\n`;
}
