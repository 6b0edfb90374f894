// What the agent panel tells.

/** Every event and its detail. */
export interface AgentPanelEvents {
  /** Give the agent this prompt. */
  readonly "agent-prompt": { readonly text: string };
  /** What is in the input, after each change. */
  readonly "agent-typed": { readonly text: string };
  /** Stop what it does. */
  readonly "agent-stop": null;
  /** Start it. */
  readonly "agent-start": null;
  /** Use this endpoint and key. */
  readonly "agent-model": AgentModel;
}

/** Where the real agent's model is. */
export interface AgentModel {
  /** Empty: the agent's own. */
  readonly endpoint: string;
  readonly key: string;
  /** Also after this tab is closed. */
  readonly keep: boolean;
}

/** Tells whoever listens. */
export function tell<Name extends keyof AgentPanelEvents>(
  from: HTMLElement,
  name: Name,
  detail: AgentPanelEvents[Name],
): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `then` with what is told at or under `target`. The answer stops it. */
export function hear<Name extends keyof AgentPanelEvents>(
  target: EventTarget,
  name: Name,
  then: (detail: AgentPanelEvents[Name]) => void,
): () => void {
  const listener = (event: Event): void => then((event as CustomEvent<AgentPanelEvents[Name]>).detail);
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}
