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
  readonly #lines = new Map<string, string[]>();
  #current: string | null = null;

  begin(turn: string): void {
    this.#current = turn;
    this.#lines.set(turn, []);
  }

  add(line: string): void {
    if (this.#current !== null) {
      this.#lines.get(this.#current)?.push(line);
    }
  }

  /** The last line of the turn under way that says something. */
  closingLine(): string {
    const lines = this.#current === null ? [] : (this.#lines.get(this.#current) ?? []);
    return (lines.findLast((line) => line.trim() !== "") ?? "").slice(0, CLOSING_LENGTH);
  }

  close(turn: string): void {
    if (this.#current === turn) {
      this.#current = null;
    }
  }

  all(): ReadonlyMap<string, string> {
    return new Map([...this.#lines].map(([turn, lines]) => [turn, lines.join("\n")]));
  }
}
