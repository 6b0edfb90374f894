// What the host says of its agents.

/** What an agent session is doing. A restore is refused during the first three. */
export type AgentState = "starting" | "working" | "needs_input" | "done" | "idle" | "unknown";

/** A host's word on an agent session. */
export interface AgentReport {
  /** The session's id. */
  readonly session: string;
  /** What a person calls it. */
  readonly name: string;
  readonly state: AgentState;
}
