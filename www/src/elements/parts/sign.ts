// Signs: small drawings that tell states apart by shape. Words stand beside each, so they are hidden from readers.

import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";

const shapes = {
  passed: svg`<circle cx="8" cy="8" r="6.25" /><path d="m5.2 8.3 2 2 3.7-4.3" />`,
  failed: svg`<path d="M5.5 1.75h5l3.75 3.75v5l-3.75 3.75h-5L1.75 10.5v-5z" /><path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" />`,
  unbuilt: svg`<circle cx="8" cy="8" r="6.25" stroke-dasharray="2.2 2.2" />`,
  here: svg`<path d="M8 14.2s4.8-4.3 4.8-7.7a4.8 4.8 0 0 0-9.6 0c0 3.4 4.8 7.7 4.8 7.7z" /><circle cx="8" cy="6.5" r="1.6" />`,
  pin: svg`<path d="M6 1.75h4M6.6 1.75v4.1L4.5 8.6h7L9.4 5.85v-4.1M8 8.6v5.6" />`,
  shield: svg`<path d="M8 1.6 13 3.4v4c0 3.3-2.2 5.6-5 7-2.8-1.4-5-3.7-5-7v-4z" />`,
  warning: svg`<path d="M8 2 14.5 13.5h-13z" /><path d="M8 6.2v3.4M8 11.4v.2" />`,
  chevron: svg`<path d="m6 3.5 4.5 4.5L6 12.5" />`,
  undo: svg`<path d="M5.5 2.5 2.5 5.5l3 3M2.8 5.5h6.4a4 4 0 0 1 0 8H6" />`,
  redo: svg`<path d="m10.5 2.5 3 3-3 3M13.2 5.5H6.8a4 4 0 0 0 0 8H10" />`,
  history: svg`<path d="M2.2 8a5.9 5.9 0 1 0 1.9-4.3L2.2 5.5M2.2 2.2v3.3h3.3M8 4.9V8l2.3 1.6" />`,
  turn: svg`<path d="M2.5 3h11v7.5H7l-3 2.8v-2.8H2.5z" />`,
  branch: svg`<circle cx="4.5" cy="3.5" r="1.7" /><circle cx="4.5" cy="12.5" r="1.7" /><circle cx="11.5" cy="5.5" r="1.7" /><path d="M4.5 5.2v5.6M11.5 7.2c0 2.6-4 2-6.2 4" />`,
  close: svg`<path d="m3.8 3.8 8.4 8.4m0-8.4-8.4 8.4" />`,
} satisfies Readonly<Record<string, SVGTemplateResult>>;

/** The name of a sign. */
export type SignName = keyof typeof shapes;

/** A sign, as high as the text beside it. */
export function sign(name: SignName): TemplateResult {
  return html`<svg class="sign" data-sign=${name} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    ${shapes[name]}
  </svg>`;
}
