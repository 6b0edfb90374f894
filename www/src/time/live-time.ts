// <live-time>: a moment as "2 minutes ago", kept right while it is seen; the exact time is its title.

import { exactTime, relativeTime } from "./relative.js";
import { onTick } from "./tick.js";

/** A `<time>` that stays right. */
export class LiveTime extends HTMLElement {
  readonly #time = document.createElement("time");
  #moment = 0;
  #stop: (() => void) | null = null;

  /** Shows a moment, in milliseconds since 1970. */
  show(moment: number): void {
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#time.dateTime = new Date(moment).toISOString();
      this.#time.title = exactTime(moment);
    }
    this.#draw();
  }

  connectedCallback(): void {
    if (!this.contains(this.#time)) {
      this.append(this.#time);
    }
    this.#stop ??= onTick(() => this.#draw());
  }

  disconnectedCallback(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #draw(): void {
    const words = relativeTime(this.#moment, Date.now());
    if (this.#time.textContent !== words) {
      this.#time.textContent = words;
    }
  }
}

customElements.define("live-time", LiveTime);
