// What the terminal runs: a draft's shell, with its lines remembered by this browser.

import type { TerminalCommands } from "../elements/web-terminal/web-terminal.js";
import { DRAFT_ROOT, type Shell } from "../shell/shell.js";
import { remember, remembered } from "./remembered.js";

/** `shell`, as the terminal of the draft `id` uses it. */
export function terminalCommands(shell: Shell, id: string): TerminalCommands {
  const key = `lines:${id}`;
  return {
    exec: (line, signal) => shell.exec(line, { signal }),
    complete: (text) => shell.complete(text),
    prompt: () => `${shell.cwd.startsWith(DRAFT_ROOT) ? `~${shell.cwd.slice(DRAFT_ROOT.length)}` : shell.cwd} $ `,
    history: {
      load: () => linesOf(remembered(key, "[]")),
      save: (lines) => remember(key, JSON.stringify(lines)),
    },
  };
}

function linesOf(stored: string): string[] {
  try {
    const lines: unknown = JSON.parse(stored);
    return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
  } catch {
    return [];
  }
}
