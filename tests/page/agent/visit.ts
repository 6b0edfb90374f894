// A visit to the page of a draft with its agent: the draft is asked through the page, the agent through its panel.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { callDraft as call } from "../call.js";
import type { Seen } from "./agent-draft.js";
import type {} from "./main.js";
import { PanelUser } from "./panel.js";

/** The panel, once the draft is open. */
export async function opened(page: Page): Promise<PanelUser> {
  await page.waitForFunction(() => window.draft !== undefined);
  return new PanelUser(page);
}

/** Waits until these prompts are shown as the live conversation. */
export async function expectConversation(page: Page, prompts: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll(".agent-turn .agent-prompt")];
    return shown.map(({ textContent }) => (textContent ?? "").replace("You: ", "")).join("\0") === wanted;
  }, prompts.join("\0"));
}

/** Waits until no agent is at work, as this tab sees it: what another tab does is heard of a moment later. */
export async function atRest(page: Page): Promise<void> {
  const end = Date.now() + 20_000;
  for (let busy = await call(page, "busy"); busy !== null; busy = await call(page, "busy")) {
    assert.ok(Date.now() < end, `${busy} is still at work`);
    await page.waitForTimeout(100);
  }
}

/** Loads the page again: what is seen must be what was seen before. */
export async function reloads(page: Page): Promise<Seen> {
  const before = await call(page, "seen");
  await page.reload();
  await opened(page);
  assert.deepEqual(await call(page, "seen"), before);
  await expectConversation(page, before.prompts);
  return before;
}
