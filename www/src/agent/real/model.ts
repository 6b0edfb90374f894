// Where the real agent's model is, as the person gave it: kept for this tab, and for longer only when asked to.

/** Where the model is. */
export interface Model {
  /** Empty: fx's own. */
  readonly endpoint: string;
  readonly key: string;
  /** Also after this tab is closed. */
  readonly keep: boolean;
}

const NAME = "knowngood-agent-model";

/** What was given before. */
export function readModel(): Model {
  for (const [storage, keep] of [
    [sessionStorage, false],
    [localStorage, true],
  ] as const) {
    const kept = parsed(storage.getItem(NAME));
    if (typeof kept === "object" && kept !== null && "endpoint" in kept && "key" in kept) {
      const { endpoint, key } = kept;
      if (typeof endpoint === "string" && typeof key === "string") {
        return { endpoint, key, keep };
      }
    }
  }
  return { endpoint: "", key: "", keep: false };
}

/** Keeps what was given, in one place only. */
export function writeModel({ endpoint, key, keep }: Model): void {
  const [into, outOf] = keep ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  outOf.removeItem(NAME);
  into.setItem(NAME, JSON.stringify({ endpoint, key }));
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
