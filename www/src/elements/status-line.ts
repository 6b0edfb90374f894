// What happened last, with Undo. Tells `undo` (a checkpoint's number).

import { button, emit, make } from "../dom.js";
import type { Status } from "../view.js";

export class StatusLine extends HTMLElement {
  connectedCallback(): void {
    this.role = "status";
  }

  /** Shows what is being done, else what was done. */
  show(status: Status | null, busy: string | null): void {
    this.className = busy === null ? (status?.tone ?? "") : "";
    this.ariaBusy = String(busy !== null);
    this.replaceChildren(make("span", {}, busy ?? status?.text ?? "Ready."));
    const undo = status?.undo ?? null;
    if (undo !== null && busy === null) {
      this.append(button("Undo", () => emit(this, "undo", undo), { id: "undo" }));
    }
  }
}

customElements.define("status-line", StatusLine);
