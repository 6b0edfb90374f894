// What the page uses of fx's SDK file, which it loads from beside itself.

import type { FxSessionStore, FxWorkspace } from "../../history.js";
import type { AgentTerminal } from "../agent.js";

/** The SDK file's exports that are used. */
export interface FxSdk {
  supportsJspi(): boolean;
  createFxTerminal(options: FxTerminalOptions): Promise<FxTerminal>;
}

/** What a terminal of fx is made of. */
export interface FxTerminalOptions {
  readonly wasm: string;
  readonly args: readonly string[];
  readonly terminal: AgentTerminal;
  readonly env: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly sessionStore: FxSessionStore;
  readonly workspace: FxWorkspace;
  readonly promptHistoryStore: FxPromptHistory;
  readonly stderr: (chunk: Uint8Array) => void;
}

/** fx tells it each prompt that it takes, before it begins with it. */
export interface FxPromptHistory {
  load(root: string, limit: number): string[];
  append(root: string, prompt: string): Promise<void>;
  clear(root: string): void;
}

/** A running terminal of fx. */
export interface FxTerminal {
  /** Answers when it can be typed into. */
  readonly interactive: Promise<void>;
  readonly exited: Promise<number>;
  write(data: string): void;
  abort(): void;
}

/** Loads the SDK file. */
export async function loadSdk(address: string): Promise<FxSdk> {
  const loaded: unknown = await import(/* @vite-ignore */ address);
  if (!isSdk(loaded)) {
    throw new Error("The SDK file in the page's fx folder is not one of fx.");
  }
  return loaded;
}

function isSdk(loaded: unknown): loaded is FxSdk {
  return (
    typeof loaded === "object" &&
    loaded !== null &&
    "supportsJspi" in loaded &&
    typeof loaded.supportsJspi === "function" &&
    "createFxTerminal" in loaded &&
    typeof loaded.createFxTerminal === "function"
  );
}
