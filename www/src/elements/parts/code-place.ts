// The place of an element in which CodeMirror shows something: opened when there is something, closed with it.

import type { EditorView } from "@codemirror/view";

/** What shows code; loaded when it is first needed. */
export type Code = typeof import("./code/read-only.js");

/** The `.code` place of one element. */
export class CodePlace<Content> {
  readonly #element: HTMLElement;
  readonly #open: (code: Code, place: HTMLElement, content: Content) => EditorView;
  #editor: EditorView | null = null;
  /** What the editor shows. */
  #drawn: Content | null = null;

  constructor(element: HTMLElement, open: (code: Code, place: HTMLElement, content: Content) => EditorView) {
    this.#element = element;
    this.#open = open;
  }

  /** After the element was drawn; `null`: there is nothing to show. */
  show(content: Content | null): void {
    if (content !== this.#drawn) {
      this.close();
      this.#drawn = content;
      if (content !== null) {
        void this.#fill(content);
      }
    }
  }

  close(): void {
    this.#editor?.destroy();
    this.#editor = null;
    this.#drawn = null;
  }

  async #fill(content: Content): Promise<void> {
    const code = await import("./code/read-only.js");
    const place = this.#element.querySelector<HTMLElement>(".code");
    if (content === this.#drawn && place !== null && this.#element.isConnected) {
      this.#editor = this.#open(code, place, content);
    }
  }
}
