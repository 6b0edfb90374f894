// The page's colours as a terminal's, and a call when they change.

import type { ITheme } from "@xterm/xterm";
import { colorsIn, isNight } from "../../style/colors.js";

/** Reads the tokens as they are for `element` now. */
export function themeOf(element: HTMLElement): ITheme {
  const isDark = isNight();
  return colorsIn(element, (token) => ({
    background: token("surface"),
    foreground: token("text"),
    cursor: token("accent"),
    cursorAccent: token("surface"),
    selectionBackground: token("code-selection"),
    selectionInactiveBackground: token("line"),
    black: isDark ? token("ground") : token("text"),
    red: token("bad"),
    green: token("good"),
    yellow: token("warn"),
    blue: token("code-name"),
    magenta: token("code-keyword"),
    cyan: token("accent"),
    white: token("quiet"),
    brightBlack: token("quiet"),
    brightRed: token("code-tag"),
    brightGreen: token("code-string"),
    brightYellow: token("code-number"),
    brightBlue: token("code-name"),
    brightMagenta: token("code-keyword"),
    brightCyan: token("accent"),
    brightWhite: token("text"),
  }));
}

/** Calls `changed` whenever the page's colours may have, until the answer is called. */
export function watchTheme(changed: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  dark.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    dark.removeEventListener("change", changed);
  };
}
