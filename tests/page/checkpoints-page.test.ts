// The checkpoints' elements on the page itself: with its editor, its unsaved text and its addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

const row = (page: Page, n: number): Locator => page.locator(`checkpoint-row[data-n="${n}"]`);
const editor = (page: Page): Locator => page.locator("code-editor .cm-content");

/** A draft from the template of the extension, with its first build. */
async function begin(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: /Reading lamp/ }).click();
  await row(page, 1).getByText("Passed").waitFor();
}

/** Types at the beginning of the file that is open. */
async function type(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
}

test("REST12: text that is not saved is seen in what changed since, and in the confirmation, and is saved first", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await type(page, "// not saved yet\n");
    await row(page, 1).getByText("You are here, edited since").waitFor();
    await row(page, 1).locator(".opener").click();
    await row(page, 1).getByRole("button", { name: "Since then" }).click();
    await row(page, 1).getByRole("button", { name: "popup/popup.ts" }).click();
    await row(page, 1).locator(".cm-changedLine").getByText("// not saved yet").waitFor();
    await nothingForAxe(page, "an open row", "checkpoint-list");

    await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "popup/popup.ts" }).click();
    await dialog.locator(".cm-deletedChunk").getByText("// not saved yet").waitFor();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Checkpoint 1 is restored: 1 file written" }).waitFor();
    assert.doesNotMatch((await editor(page).textContent()) ?? "", /not saved yet/);
    await page.locator("status-line").getByRole("button", { name: "Undo" }).click();
    await editor(page).getByText("// not saved yet").waitFor();
  }));

test("READ8: a row's address opens without a load, goes back, and restores from there", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await type(page, "// one more\n");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await row(page, 2).waitFor();
    await row(page, 1).locator(".opener").click();
    await row(page, 1).getByRole("link", { name: "Address" }).click();
    await page.getByRole("heading", { level: 1, name: "Template: Reading lamp" }).waitFor();
    assert.match(page.url(), /\/drafts\/[^/]+\/c\/1$/);
    await page.getByRole("button", { name: "manifest.json" }).click();
    await page.locator("file-content .cm-content").getByText("Reading lamp").first().waitFor();
    await nothingForAxe(page, "the page of an address");
    await page.goBack();
    await row(page, 2).waitFor();
    await page.goForward();
    await page.getByRole("button", { name: "Restore this checkpoint" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Checkpoint 1 is restored" }).waitFor();
  }));
