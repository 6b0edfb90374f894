// Takes a checkpoint under a person's own message.

import { emit, make, newId } from "../../dom.js";
import { frameWords as words } from "../../words/frame.js";
import "./take-checkpoint.css";

/** Tells: `take-checkpoint` {message}. */
export class TakeCheckpoint extends HTMLElement {
  connectedCallback(): void {
    if (this.childElementCount > 0) {
      return;
    }
    const id = newId("message");
    const field = make("input", { id, type: "text", placeholder: words.messagePlaceholder, autocomplete: "off" });
    const form = make(
      "form",
      {},
      make("label", { htmlFor: id, className: "visually-hidden" }, words.message),
      field,
      make("button", { type: "submit" }, words.takeCheckpoint),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const message = field.value.trim();
      if (message === "") {
        field.focus();
      } else {
        field.value = "";
        emit(this, "take-checkpoint", { message });
      }
    });
    this.append(form);
  }
}

customElements.define("take-checkpoint", TakeCheckpoint);
