// The list of what the app said, under the preview.

import { html, render } from "lit-html";
import { make } from "../../dom.js";
import type { Place } from "../../build/places.js";
import { buildConsole, preview as words } from "../../words/build.js";
import type { MessageLevel } from "./preview-messages.js";

/** A place in a file of the draft. */
export interface FilePlace extends Place {
  readonly path: string;
}

/** One message. */
export interface AppMessage {
  readonly level: MessageLevel;
  readonly text: string;
  readonly place: FilePlace | null;
}

interface Counted extends AppMessage {
  readonly times: number;
}

/** Messages that are shown. */
const MOST_MESSAGES = 200;

/** Messages of one run of the app. */
export class AppMessages {
  readonly element = make("section", { className: "app-messages", ariaLabel: words.messages });
  readonly #goTo: (place: FilePlace) => void;
  #messages: Counted[] = [];
  #left = 0;
  #drawing = false;

  constructor(goTo: (place: FilePlace) => void) {
    this.#goTo = goTo;
    this.element.hidden = true;
    this.#draw();
  }

  add(message: AppMessage): void {
    const last = this.#messages.at(-1);
    if (last !== undefined && last.text === message.text && last.level === message.level) {
      // The same again and again is one line with a count.
      this.#messages[this.#messages.length - 1] = { ...last, times: last.times + 1 };
    } else {
      this.#messages.push({ ...message, times: 1 });
    }
    if (this.#messages.length > MOST_MESSAGES) {
      this.#messages.shift();
      this.#left += 1;
    }
    this.#later();
  }

  clear(): void {
    this.#messages = [];
    this.#left = 0;
    this.#later();
  }

  /** Draws once for all that comes in one frame: an app may say a thousand things at once. */
  #later(): void {
    if (!this.#drawing) {
      this.#drawing = true;
      requestAnimationFrame(() => {
        this.#drawing = false;
        this.#draw();
      });
    }
  }

  #draw(): void {
    const list = this.element.querySelector(".app-message-list");
    const atEnd = list === null || list.scrollHeight - list.scrollTop - list.clientHeight < 8;
    const none = this.#messages.length === 0;
    render(
      html`
        <div class="app-messages-head">
          ${none ? html`<p class="quiet-text">${words.noMessages}</p>` : html`<h3>${words.messages}</h3>`}
          ${none ? "" : html`<button type="button" class="quiet" @click=${() => this.clear()}>${words.clear}</button>`}
        </div>
        <div class="app-message-list" role="log" tabindex="0" aria-label=${words.messages} ?hidden=${none}>
          ${this.#left > 0 ? html`<p class="quiet-text">${words.earlier(this.#left)}</p>` : ""}
          ${this.#messages.map((message) => this.#row(message))}
        </div>
      `,
      this.element,
    );
    const drawn = this.element.querySelector(".app-message-list");
    if (atEnd && drawn !== null) {
      drawn.scrollTop = drawn.scrollHeight;
    }
  }

  #row({ level, text, place, times }: Counted): unknown {
    return html`<div class="app-message" data-level=${level}>
      ${level === "error" || level === "warn" ? html`<b>${words.level[level]}</b>` : ""}
      <span class="app-message-text">${text}</span>
      ${times > 1 ? html`<span class="chip numbers">× ${times}</span>` : ""}
      ${
        place === null
          ? ""
          : html`<button type="button" class="quiet app-message-place" @click=${() => this.#goTo(place)}>
              ${buildConsole.place(place.path, place.line, place.column)}
            </button>`
      }
    </div>`;
  }
}
