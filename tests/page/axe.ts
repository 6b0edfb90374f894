// axe-core in a page: what it finds fails the test.

import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails when axe-core finds something, in the whole page or in what `within` selects; `state` says what it shows. */
export async function nothingForAxe(page: Page, state: string, within?: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (within) => {
    const { axe } = window as unknown as { axe: { run(within?: string): Promise<{ violations: Finding[] }> } };
    return (await (within === undefined ? axe.run() : axe.run(within))).violations;
  }, within);
  const said = found.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `  ${html}\n    ${failureSummary ?? ""}`).join("\n");
    return `${id}: ${help}\n${where}`;
  });
  assert.equal(said.join("\n"), "", state);
}
