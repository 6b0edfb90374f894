// A line for `checkpoint …` commands, and what they printed. Tells `command` (the line).

import { emit, make } from "../dom.js";

export class CommandLine extends HTMLElement {
  readonly #input = make("input", {
    type: "text",
    name: "command",
    value: "checkpoint list",
    autocomplete: "off",
    spellcheck: false,
    ariaLabel: "Command line",
  });
  readonly #output = make("pre", { tabIndex: 0, ariaLabel: "Output" });

  connectedCallback(): void {
    const form = make("form", { className: "line" }, make("span", { ariaHidden: "true" }, "$"), this.#input);
    form.append(make("button", {}, "Run"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#input.value.trim() !== "") {
        emit(this, "command", this.#input.value);
      }
    });
    this.replaceChildren(make("h2", {}, "Terminal"), form, this.#output);
  }

  /** Shows what a line printed. */
  print(line: string, printed: string): void {
    this.#output.textContent += `$ ${line}\n${printed}\n`;
    this.#output.scrollTop = this.#output.scrollHeight;
    this.#input.value = "checkpoint ";
    this.#input.focus();
  }
}

customElements.define("command-line", CommandLine);
