// Light, dark, or as the system has it.

import { button } from "../../dom.js";
import { frameWords as words } from "../../words/frame.js";

type Theme = "system" | "light" | "dark";

const KEY = "knowngood:theme";
const next: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const signs: Readonly<Record<Theme, string>> = { system: "◐", light: "○", dark: "●" };

/** Puts the remembered choice on the page; called before anything is drawn. */
export function applyTheme(theme: Theme = remembered()): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
}

/** One button that goes round the three. */
export class ThemeSwitch extends HTMLElement {
  #theme = remembered();
  readonly #button = button("", () => this.#turn(), { className: "quiet icon" });

  connectedCallback(): void {
    this.append(this.#button);
    this.#draw();
  }

  #turn(): void {
    this.#theme = next[this.#theme];
    applyTheme(this.#theme);
    try {
      localStorage.setItem(KEY, this.#theme);
    } catch {
      // Then it holds for this page only.
    }
    this.#draw();
  }

  #draw(): void {
    this.#button.textContent = signs[this.#theme];
    this.#button.ariaLabel = words.theme[this.#theme];
    this.#button.title = words.theme[this.#theme];
  }
}

function remembered(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

customElements.define("theme-switch", ThemeSwitch);
