// A button that is offered, or says why it is not.

import { html, nothing, type TemplateResult } from "lit-html";

/** One button. */
export interface ActionButton {
  readonly label: string | TemplateResult;
  /** What it is called where the label alone would not say it, such as "Restore checkpoint 3". */
  readonly name?: string;
  /** Why it cannot be pressed now; `null`: it can. */
  readonly why: string | null;
  readonly press: () => void;
  readonly kind?: "primary" | "danger" | "quiet";
  /** Whether Tab stops here. Default: it does. */
  readonly inTabOrder?: boolean;
}

/**
 * A button that stays where it is when it is not offered: it keeps the focus, and its reason is both its tooltip and its
 * accessible description.
 */
export function actionButton({ label, name, why, press, kind, inTabOrder = true }: ActionButton): TemplateResult {
  const pressed = (): void => {
    if (why === null) {
      press();
    }
  };
  return html`<button
    type="button"
    class=${kind ?? nothing}
    aria-label=${name ?? nothing}
    aria-disabled=${why === null ? nothing : "true"}
    title=${why ?? nothing}
    data-why=${why ?? nothing}
    tabindex=${inTabOrder ? nothing : "-1"}
    @click=${pressed}
  >
    ${label}
  </button>`;
}
