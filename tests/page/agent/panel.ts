// An agent's panel as a person uses it: prompts are typed, and it is seen what comes of them.

import type { Locator, Page } from "playwright-core";

/** The panel of the agent called `name`. */
export class PanelUser {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name = "Practice agent") {
    this.#page = page;
    this.#name = name;
  }

  get input(): Locator {
    return this.#page.getByRole("textbox", { name: `Prompt for ${this.#name}` });
  }

  get stop(): Locator {
    return this.#page.getByRole("button", { name: "Stop", exact: true });
  }

  async send(prompt: string): Promise<void> {
    await this.input.fill(prompt);
    await this.input.press("Enter");
  }

  /** Waits until the panel says that the agent is in this state. */
  async state(words: string): Promise<void> {
    await this.#page.locator(".agent-head [role=status]").getByText(words, { exact: true }).waitFor();
  }

  async ready(): Promise<void> {
    await this.state("Ready");
  }

  /** Sends a prompt, and waits until its turn is over. */
  async ask(prompt: string): Promise<void> {
    const turns = this.#page.locator(".agent-turn");
    const before = await turns.count();
    await this.send(prompt);
    await turns.nth(before).and(this.#page.locator("[data-state=done], [data-state=failed]")).waitFor();
    await this.ready();
  }

  /** What the practice agent says that it was asked. */
  async memory(): Promise<string[]> {
    await this.ask("what did I ask?");
    const answer = (await this.#page.locator(".agent-answer").last().textContent()) ?? "";
    return answer
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/^\d+\. /, ""));
  }
}
