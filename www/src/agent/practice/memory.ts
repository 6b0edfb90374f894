// What the practice agent remembers, and how it is kept: its session bytes are all of it.

/** One prompt that was answered. */
export interface Remembered {
  readonly prompt: string;
  /** The first line of what was answered. */
  readonly answer: string;
}

/** The whole memory of one conversation. */
export interface Memory {
  readonly id: string;
  readonly turns: readonly Remembered[];
}

/** Bytes that are no memory of this agent. */
export class NotAMemory extends Error {
  override readonly name = "NotAMemory";
}

/** The newest form of the bytes that is understood. */
const VERSION = 1;

/** The memory as bytes. */
export function memoryBytes({ id, turns }: Memory): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ practiceAgent: VERSION, id, turns }));
}

/** The memory that `bytes` hold. Anything else is refused with a sentence: a guess would be a false memory. */
export function memoryOf(bytes: Uint8Array): Memory {
  const kept = parsed(bytes);
  if (typeof kept !== "object" || kept === null || !("practiceAgent" in kept)) {
    throw new NotAMemory("These bytes are not a conversation with the practice agent.");
  }
  if (kept.practiceAgent !== VERSION) {
    throw new NotAMemory("A newer practice agent wrote this conversation. Load the page again to get that one.");
  }
  if (!("id" in kept) || typeof kept.id !== "string" || !("turns" in kept) || !Array.isArray(kept.turns)) {
    throw new NotAMemory("This conversation with the practice agent is damaged.");
  }
  return { id: kept.id, turns: kept.turns.map(rememberedOf) };
}

function rememberedOf(turn: unknown): Remembered {
  if (typeof turn === "object" && turn !== null && "prompt" in turn && "answer" in turn) {
    const { prompt, answer } = turn;
    if (typeof prompt === "string" && typeof answer === "string") {
      return { prompt, answer };
    }
  }
  throw new NotAMemory("This conversation with the practice agent is damaged.");
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
