// What the page shows of a draft's agent. Plain data.

import type { Turn } from "../history.js";

/** What the agent is doing. `gone`: it ran and ended. */
export type AgentState = "off" | "starting" | "idle" | "working" | "needs_input" | "gone";

/** What is shown of one draft's agent. */
export interface AgentView {
  readonly name: string;
  /** It only stands in for a real one. */
  readonly practice: boolean;
  readonly state: AgentState;
  /** The live conversation, oldest turn first. */
  readonly turns: readonly Turn[];
  /** What was answered in this tab, by the turn's id: all of it, where the history has only the last line. */
  readonly answers: ReadonlyMap<string, string>;
  /** What went wrong last, as a sentence. */
  readonly trouble: string | null;
  /** What a person should know, as a sentence. */
  readonly notice: string | null;
  /** A prompt for the input. It is new when its `count` is. */
  readonly putBack: { readonly text: string; readonly count: number } | null;
}

/** What is shown of an agent that never ran. */
export function emptyView(name: string, practice: boolean): AgentView {
  return { name, practice, state: "off", turns: [], answers: new Map(), trouble: null, notice: null, putBack: null };
}

/** A closing line is cut to this: it is a label, not the answer. */
const CLOSING_LENGTH = 200;

/** The answers of this tab, as they come. */
export class Answers {
  readonly #ended = new Map<string, string>();
  #turn: string | null = null;
  #lines: string[] = [];

  begin(turn: string): void {
    this.close();
    this.#turn = turn;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** The last line of the turn under way that says something. */
  closingLine(): string {
    return (this.#lines.findLast((line) => line.trim() !== "") ?? "").slice(0, CLOSING_LENGTH);
  }

  close(): void {
    if (this.#turn !== null) {
      this.#ended.set(this.#turn, this.#lines.join("\n"));
    }
    this.#turn = null;
    this.#lines = [];
  }

  all(): ReadonlyMap<string, string> {
    const all = new Map(this.#ended);
    return this.#turn === null ? all : all.set(this.#turn, this.#lines.join("\n"));
  }
}
