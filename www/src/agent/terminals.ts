// The terminals that an agent is given.

import type { Terminal } from "@xterm/xterm";
import { colorsIn } from "../style/colors.js";
import type { AgentTerminal } from "./agent.js";

/** A terminal that nobody looks at: the practice agent's answers are in the panel. */
export function noTerminal(): AgentTerminal {
  const nothing = (): void => undefined;
  return { cols: 80, rows: 24, write: nothing, onData: () => nothing, onResize: () => nothing };
}

/** A terminal in `place`. xterm is loaded only now: the practice agent does without it. */
export async function xtermIn(place: HTMLElement): Promise<AgentTerminal & { close(): void }> {
  const [{ Terminal }, { FitAddon }] = await Promise.all([
    import("@xterm/xterm"),
    import("@xterm/addon-fit"),
    import("@xterm/xterm/css/xterm.css"),
  ]);
  const terminal = new Terminal({ cursorBlink: true, scrollback: 5000, fontSize: 13, theme: themeOf(place) });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(place);
  fit.fit();
  const observer = new ResizeObserver(() => fit.fit());
  observer.observe(place);
  const close = (): void => {
    observer.disconnect();
    terminal.dispose();
  };
  // Not spread: its size would then stay what it is now.
  return Object.assign(adapted(terminal), { close });
}

function adapted(terminal: Terminal): AgentTerminal {
  return {
    get cols() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    write: (data) => terminal.write(data),
    onData: (listener) => {
      const { dispose } = terminal.onData(listener);
      return dispose;
    },
    onResize: (listener) => {
      const { dispose } = terminal.onResize(listener);
      return dispose;
    },
  };
}

function themeOf(place: HTMLElement): { background: string; foreground: string; cursor: string } {
  return colorsIn(place, (token) => ({
    background: token("raised"),
    foreground: token("text"),
    cursor: token("accent"),
  }));
}
