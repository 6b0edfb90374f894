// Gives the terminal its rules of width, and us the same ones, so that both always agree where the cursor is.

import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import type { IUnicodeVersionProvider, Terminal } from "@xterm/xterm";
import type { CellRules } from "./cell-layout.js";

/** Makes `terminal` measure whole characters, emoji of many parts included; the answer are its rules. */
export function useGraphemes(terminal: Terminal): CellRules {
  const registered: IUnicodeVersionProvider[] = [];
  const { unicode } = terminal;
  // The add-on keeps its rules to itself; it hands them to the terminal through this one call.
  const register = (provider: IUnicodeVersionProvider): void => {
    registered.push(provider);
    unicode.register(provider);
  };
  new UnicodeGraphemesAddon().activate(
    new Proxy(terminal, {
      get: (target, name) =>
        name === "unicode" ? listening(unicode, register) : (Reflect.get(target, name, target) as unknown),
    }),
  );
  const rules = registered.find(({ version }) => version === unicode.activeVersion);
  if (rules === undefined) {
    throw new Error("The terminal has no rules of width.");
  }
  return rules;
}

function listening(unicode: Terminal["unicode"], register: Terminal["unicode"]["register"]): Terminal["unicode"] {
  return {
    register,
    get versions() {
      return unicode.versions;
    },
    get activeVersion() {
      return unicode.activeVersion;
    },
    set activeVersion(version: string) {
      unicode.activeVersion = version;
    },
  };
}
