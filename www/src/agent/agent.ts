// What the page's host and its agents say to each other. The real fx and the practice agent both speak it.

import type { FxSessionStore, FxWorkspace } from "../history.js";

/** A kind of agent that the page can start. */
export interface Agent {
  /** What a person calls it. */
  readonly name: string;
  /** It only stands in for a real one. */
  readonly practice: boolean;
  /** Starts one instance. It lives until `exit`, until `signal`, or until it dies. */
  start(parts: AgentParts): Promise<AgentInstance>;
}

/** What an instance is given. */
export interface AgentParts {
  /** As of a command line: `--resume last` goes on with the stored conversation; without, it begins a new one. */
  readonly args: readonly string[];
  readonly sessionStore: FxSessionStore;
  readonly workspace: FxWorkspace;
  /** Ends the instance at once, in the middle of whatever it does. */
  readonly signal: AbortSignal;
  readonly terminal: AgentTerminal;
  readonly events: AgentEvents;
}

/** The terminal that an instance draws on and is typed into: what fx's own terminal adapter offers. */
export interface AgentTerminal {
  readonly cols: number;
  readonly rows: number;
  write(data: Uint8Array | string): void;
  /** Calls `listener` with what is typed, until the answer is called. */
  onData(listener: (data: string) => void): () => void;
  onResize(listener: () => void): () => void;
}

/** What an instance tells its host. A turn ends with a commit to the session store, or with `onTurnFailed`. */
export interface AgentEvents {
  /** It took a prompt, and does nothing for it before the answer. */
  onPrompt(prompt: string): Promise<void>;
  /** A line of its answer. */
  onLine(line: string): void;
  /** The turn that is about to end waits for a person's answer. */
  onQuestion(question: string): void;
  /** The turn is over and nothing of it is remembered. */
  onTurnFailed(message: string): Promise<void>;
}

/** A running agent. */
export interface AgentInstance {
  /** Types a prompt. `note`: what the agent is to know before it; it is no part of what the person asked. */
  prompt(text: string, note: string | null): void;
  /** Stops the turn that it works on; the instance lives on. */
  interrupt(): void;
  /** Lets it go. Answers when it is gone. */
  exit(): Promise<void>;
  /** Answers once it is gone: `null` when it was let go, else the sentence why it died. */
  readonly exited: Promise<string | null>;
}
