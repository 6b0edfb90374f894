// Asks where the real agent's model is. Nothing of it is drawn back but what the person gave.

import { html, type TemplateResult } from "lit-html";
import { agentWords as words } from "../../words/agent.js";
import type { AgentModel } from "./events.js";

/** The form. It is open while there is no key. */
export function modelForm(model: AgentModel, use: (model: AgentModel) => void): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    use({
      endpoint: textOf(given.get("endpoint")).trim(),
      key: textOf(given.get("key")).trim(),
      keep: given.get("keep") !== null,
    });
  };
  return html`<details class="agent-model" ?open=${model.key === ""}>
    <summary>${words.settings}</summary>
    <form @submit=${submit}>
      <label>
        <span>${words.endpoint}</span>
        <input name="endpoint" type="url" inputmode="url" autocomplete="off" .value=${model.endpoint} />
        <span class="quiet-text">${words.endpointHint}</span>
      </label>
      <label>
        <span>${words.key}</span>
        <input name="key" type="password" autocomplete="off" .value=${model.key} />
        <span class="quiet-text">${words.keyHint}</span>
      </label>
      <label class="agent-keep"><input name="keep" type="checkbox" .checked=${model.keep} /> ${words.keep}</label>
      <button class="primary">${words.save}</button>
    </form>
  </details>`;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}
