// Where the history lives, how much it holds, and whether the browser keeps it.

import { button, emit, make } from "../../dom.js";
import type { Usage } from "../../history.js";
import { storageWords as words } from "../../words/storage.js";
import "./storage-panel.css";

/** What the panel is given. */
export interface StorageData {
  /** `null`: there is no history here; `troubles` says why. */
  readonly usage: Usage | null;
  /** The draft that is open, if one is. */
  readonly draft: string | null;
  /** Lasting troubles, one sentence each. */
  readonly troubles: readonly string[];
}

/** Tells: `ask-to-keep`. */
export class StoragePanel extends HTMLElement {
  show({ usage, draft, troubles }: StorageData): void {
    const parts: Node[] = troubles.map((trouble) => make("p", { className: "storage-trouble" }, trouble));
    if (usage !== null) {
      parts.push(make("p", {}, words.where));
      const rows: (readonly [string, string])[] = [];
      const mine = usage.drafts.find(({ id }) => id === draft);
      if (draft !== null) {
        rows.push([words.thisDraft, words.holds(mine?.bytes ?? 0, mine?.checkpoints ?? 0)]);
      }
      rows.push([words.allDrafts, words.all(usage.bytes, usage.drafts.length)]);
      if (usage.usage !== null && usage.quota !== null) {
        rows.push([words.browser, words.quota(usage.usage, usage.quota)]);
      }
      parts.push(
        make(
          "dl",
          {},
          ...rows.flatMap(([term, text]) => [make("dt", {}, term), make("dd", { className: "numbers" }, text)]),
        ),
      );
      if (usage.usage !== null && usage.quota !== null && usage.quota > 0) {
        const meter = make("meter", { min: 0, max: 1, high: 0.8, value: usage.usage / usage.quota });
        meter.ariaLabel = words.browser;
        parts.push(meter);
      }
      parts.push(make("p", {}, words.persisted(usage.persisted)));
      if (usage.persisted !== true) {
        parts.push(button(words.ask, () => emit(this, "ask-to-keep")));
      }
    }
    const focused = this.contains(document.activeElement);
    this.replaceChildren(...parts);
    if (focused) {
      this.querySelector("button")?.focus();
    }
  }
}

customElements.define("storage-panel", StoragePanel);
