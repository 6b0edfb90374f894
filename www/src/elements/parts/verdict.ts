// A verdict in words and by a sign, never by colour alone.

import { html, type TemplateResult } from "lit-html";
import { verdictWords } from "../../words/checkpoints.js";
import { sign, type SignName } from "./sign.js";
import type { Verdict } from "./surface.js";

/** How a verdict is shown. */
export type VerdictTone = "passed" | "failed" | "unbuilt";

export function verdictTone(verdict: Verdict | null): VerdictTone {
  if (verdict === null) {
    return "unbuilt";
  }
  return verdict.result === "success" ? "passed" : "failed";
}

/** The sign and the words. */
export function verdictLabel(verdict: Verdict | null): TemplateResult {
  const tone: SignName & VerdictTone = verdictTone(verdict);
  return html`<span class="verdict" data-verdict=${tone}>${sign(tone)}${verdictWords(verdict)}</span>`;
}
