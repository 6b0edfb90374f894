// A shell as the terminal's commands: for a person, with a prompt that says where it is.

import { browserHistory } from "../elements/web-terminal/command-history.js";
import type { TerminalCommands } from "../elements/web-terminal/commands.js";
import { DRAFT_ROOT, type Shell } from "./shell.js";

/** Most bytes that a person is shown of one line's output. */
const SHOWN_BYTES = 1_048_576;

/** The commands of `shell`; what was run is remembered for `draft`. */
export function terminalCommands(shell: Shell, draft: string): TerminalCommands {
  return {
    exec: (line, signal) => shell.exec(line, { signal, outputLimitBytes: SHOWN_BYTES }),
    complete: (text) => shell.complete(text),
    prompt: () => `${shownPlace(shell.cwd)} $ `,
    history: browserHistory(`knowngood:commands:${draft}`),
  };
}

function shownPlace(cwd: string): string {
  return cwd === DRAFT_ROOT || cwd.startsWith(`${DRAFT_ROOT}/`) ? `~${cwd.slice(DRAFT_ROOT.length)}` : cwd;
}
