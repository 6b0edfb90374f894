// Sets xterm up on the page: its size, its colours, its rules of width.

import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { terminal as words } from "../../words/terminal.js";
import type { CellRules } from "./cell-layout.js";
import { useGraphemes } from "./cell-rules.js";
import { showsScreenReader } from "./screen-reader.js";
import { themeOf, watchTheme } from "./terminal-theme.js";

/** Sets a terminal right after whatever a command printed, and asks for marks around what is pasted. */
export const SET_RIGHT = "\x1b[!p\x1b[0m\x1b[?25h\x1b[?7h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?2004h";

/** A terminal that stands on the page. */
export interface Screen {
  readonly terminal: Terminal;
  readonly rules: CellRules;
  close(): void;
}

/** Opens a terminal in `place`, with the fonts and colours that hold for `element`. */
export function openScreen(element: HTMLElement, place: HTMLElement): Screen {
  const terminal = new Terminal({
    // Its rules of width are still called proposed.
    allowProposedApi: true,
    convertEol: true,
    cursorBlink: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fontFamily: getComputedStyle(element).getPropertyValue("--mono") || "monospace",
    fontSize: 13,
    lineHeight: 1.25,
    minimumContrastRatio: 4.5,
    screenReaderMode: showsScreenReader(),
    scrollback: 5000,
    theme: themeOf(element),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  const rules = useGraphemes(terminal);
  terminal.open(place);
  terminal.textarea?.setAttribute("aria-label", words.label);
  fit.fit();
  const sizes = new ResizeObserver(() => fit.fit());
  sizes.observe(place);
  const unwatch = watchTheme(() => (terminal.options.theme = themeOf(element)));
  return {
    terminal,
    rules,
    close: () => {
      sizes.disconnect();
      unwatch();
      terminal.dispose();
    },
  };
}
