// Makes elements, and lets them speak.

/** An element with properties and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A button that says what it does. */
export function button(
  label: string,
  onclick: (event: MouseEvent) => void,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  return make("button", { type: "button", onclick, ...properties }, label);
}

/** Tells whoever is around `element` what a person wants. */
export function emit(element: HTMLElement, name: string, detail?: unknown): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Calls `then` with what an element tells. */
export function on<Detail>(element: EventTarget, name: string, then: (detail: Detail) => void): void {
  element.addEventListener(name, (event) => then((event as CustomEvent<Detail>).detail));
}

let made = 0;

/** An id that no other element of the page has. */
export function newId(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}
