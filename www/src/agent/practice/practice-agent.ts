// The practice agent: stands in for fx, says that it does, and keeps fx's contract.

import type { Agent, AgentInstance, AgentParts } from "../agent.js";
import { type Memory, memoryBytes, memoryOf, type Remembered } from "./memory.js";
import { carryOut, Died, Failed, Interrupted } from "./carry-out.js";
import { stepsOf } from "./steps.js";

/** The agent that is there when the real one is not. */
export const practiceAgent: Agent = {
  name: "Practice agent",
  practice: true,
  async start(parts) {
    const instance = new PracticeInstance(parts);
    await instance.begin();
    return instance;
  },
};

class PracticeInstance implements AgentInstance {
  readonly exited: Promise<string | null>;
  readonly #parts: AgentParts;
  #end: (why: string | null) => void = () => undefined;
  #memory: Memory = { id: `practice-${crypto.randomUUID()}`, turns: [] };
  #revision: string | undefined;
  #alive = true;
  #turn: AbortController | null = null;
  #turns: Promise<void> = Promise.resolve();
  #typed = "";
  readonly #stopListening: () => void;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.exited = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#stopListening = parts.terminal.onData((data) => this.#type(data));
    parts.signal.addEventListener("abort", () => this.#gone(null), { once: true });
  }

  /** Takes up the stored conversation, when it is asked to. */
  async begin(): Promise<void> {
    const { args, sessionStore, terminal } = this.#parts;
    terminal.write("Practice agent: it stands in for fx, knows a few plain commands and thinks nothing.\r\n");
    const id = await resumed(args, sessionStore);
    const record = id === null ? null : await sessionStore.load(id);
    if (record === null) {
      return;
    }
    try {
      this.#memory = memoryOf(record.bytes);
      this.#revision = record.revision;
      terminal.write(`I remember ${promptsIn(this.#memory.turns)}.\r\n`);
    } catch (thrown) {
      this.#gone(null);
      throw thrown;
    }
  }

  prompt(text: string, note: string | null): void {
    this.#turns = this.#turns.then(async () => {
      if (note !== null && this.#alive) {
        this.#parts.terminal.write(`I was told: ${note}\r\n`);
      }
      await this.#takeTurn(text);
    });
  }

  interrupt(): void {
    this.#turn?.abort(new Interrupted());
  }

  async exit(): Promise<void> {
    this.#gone(null);
    await this.exited;
  }

  /** A line that is typed into the terminal is a prompt. */
  #type(data: string): void {
    for (const key of data) {
      if (key === "\r" || key === "\n") {
        const line = this.#typed.trim();
        this.#typed = "";
        this.#parts.terminal.write("\r\n");
        if (line !== "") {
          this.prompt(line, null);
        }
      } else if (key === "\u0003") {
        this.interrupt();
      } else if (key === "\u007f") {
        this.#typed = this.#typed.slice(0, -1);
        this.#parts.terminal.write("\b \b");
      } else if (key >= " ") {
        this.#typed += key;
        this.#parts.terminal.write(key);
      }
    }
  }

  async #takeTurn(prompt: string): Promise<void> {
    if (!this.#alive) {
      return;
    }
    const { events, terminal, workspace } = this.#parts;
    const said: string[] = [];
    const say = (text: string): void => {
      for (const line of text.split("\n")) {
        said.push(line);
        terminal.write(`${line}\r\n`);
        events.onLine(line);
      }
    };
    const turn = new AbortController();
    this.#turn = turn;
    try {
      terminal.write(`> ${prompt.replaceAll("\n", "\r\n  ")}\r\n`);
      await events.onPrompt(prompt);
      const { question } = await carryOut(stepsOf(prompt), {
        workspace,
        say,
        signal: AbortSignal.any([turn.signal, this.#parts.signal]),
        remembered: this.#memory.turns,
      });
      if (question !== null) {
        events.onQuestion(question);
      }
      await this.#remember({ prompt, answer: said[0] ?? "" });
    } catch (thrown) {
      await this.#endBadly(thrown, prompt, say).catch((late: unknown) => this.#gone(sentenceOf(late)));
    } finally {
      this.#turn = null;
    }
  }

  async #endBadly(thrown: unknown, prompt: string, say: (text: string) => void): Promise<void> {
    if (!this.#alive) {
      return;
    }
    if (thrown instanceof Died) {
      this.#gone("The practice agent died in the middle of a turn, as it was asked to.");
    } else if (thrown instanceof Interrupted) {
      say("Stopped.");
      await this.#remember({ prompt, answer: "Stopped." }).catch((late: unknown) => this.#fail(late));
    } else {
      await this.#fail(thrown);
    }
  }

  async #fail(thrown: unknown): Promise<void> {
    const message = sentenceOf(thrown);
    if (!(thrown instanceof Failed)) {
      // Such as a conversation that was rewound elsewhere: what this instance knows is no longer true.
      this.#gone(`The practice agent could not go on: ${message}`);
      return;
    }
    this.#parts.terminal.write(`${message}\r\n`);
    await this.#parts.events.onTurnFailed(message);
  }

  async #remember(turn: Remembered): Promise<void> {
    const next = { ...this.#memory, turns: [...this.#memory.turns, turn] };
    if (!this.#alive) {
      return;
    }
    const { revision } = await this.#parts.sessionStore.commit(next.id, memoryBytes(next), this.#revision);
    this.#memory = next;
    this.#revision = revision;
  }

  #gone(why: string | null): void {
    if (this.#alive) {
      this.#alive = false;
      this.#stopListening();
      this.#turn?.abort(new Interrupted());
      this.#end(why);
    }
  }
}

/** The session that the arguments ask for. `null`: a new one. */
async function resumed(args: readonly string[], store: AgentParts["sessionStore"]): Promise<string | null> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const wanted = option("--id") ?? option("--resume");
  if (wanted !== "last") {
    return wanted ?? null;
  }
  const [last] = [...(await store.list())].sort((one, other) => other.updatedAtMs - one.updatedAtMs);
  return last?.id ?? null;
}

function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function promptsIn(turns: readonly Remembered[]): string {
  return turns.length === 1 ? "1 prompt" : `${turns.length} prompts`;
}
