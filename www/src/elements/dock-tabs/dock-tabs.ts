// A row of tabs over panels that are elsewhere in the page.

import { button, emit, make } from "../../dom.js";
import "./dock-tabs.css";

/** One tab. */
export interface DockTab {
  readonly id: string;
  readonly label: string;
  /** The id of its panel. */
  readonly panel: string;
  /** A short note beside the label, such as a count of errors. */
  readonly note: string | null;
  /** How the note looks. Left out: as of something that went wrong. */
  readonly tone?: "bad" | "accent" | "warn";
}

/** What the row is given. */
export interface DockTabsData {
  readonly label: string;
  readonly tabs: readonly DockTab[];
  readonly active: string;
}

/** Tells: `choose-tab` {id}. */
export class DockTabs extends HTMLElement {
  #drawn = "";

  show({ label, tabs, active }: DockTabsData): void {
    const drawn = JSON.stringify([tabs, active]);
    if (drawn === this.#drawn) {
      return;
    }
    this.#drawn = drawn;
    const focused = this.contains(document.activeElement);
    this.role = "tablist";
    this.ariaLabel = label;
    this.replaceChildren(
      ...tabs.map((tab) => {
        const chosen = tab.id === active;
        const element = button(tab.label, () => emit(this, "choose-tab", { id: tab.id }), {
          className: "quiet dock-tab",
          role: "tab",
          id: `tab-${tab.panel}`,
          tabIndex: chosen ? 0 : -1,
          ariaSelected: String(chosen),
          onkeydown: (event) => this.#key(event, tabs, tab.id),
        });
        element.setAttribute("aria-controls", tab.panel);
        if (tab.note !== null) {
          element.append(make("span", { className: `chip ${tab.tone ?? "bad"}` }, tab.note));
        }
        return element;
      }),
    );
    if (focused) {
      this.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    }
  }

  #key(event: KeyboardEvent, tabs: readonly DockTab[], id: string): void {
    const at = tabs.findIndex((tab) => tab.id === id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      emit(this, "choose-tab", { id: tabs[(to + tabs.length) % tabs.length]?.id });
    }
  }
}

customElements.define("dock-tabs", DockTabs);
