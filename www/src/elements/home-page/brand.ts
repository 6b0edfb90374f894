// The product's mark and name, which lead home.

import { make } from "../../dom.js";
import { frameWords as words } from "../../words/frame.js";
import "./brand.css";

/** A link home. A plain click goes there without a load. */
export function brand(go: () => void): HTMLElement {
  const link = make("a", { href: "/", className: "brand", title: words.home });
  link.innerHTML = mark;
  link.append(make("span", {}, words.product));
  link.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      go();
    }
  });
  return link;
}

/** A line of states, the last good one ringed. */
const mark = `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path d="M12 2v4M12 18v4" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
  <circle cx="12" cy="12" r="6" fill="none" stroke="currentColor" stroke-width="2" />
  <path d="m9.4 12.1 1.9 1.9 3.4-3.8" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;
