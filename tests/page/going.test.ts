// Going from page to page, and what a careless hand does there.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { begin, newFolder, row, said, text, type, WIDE } from "./draft-page.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("REST9: on each page that is gone to by keyboard the focus is on what bears its name", () =>
  lab.withPage(async (page) => {
    await page.setViewportSize(WIDE);
    await page.getByRole("button", { name: /Tea timer/ }).focus();
    await page.keyboard.press("Enter");
    await row(page, 1).getByText("Passed").waitFor();
    assert.match(await focused(page), /^button Tea timer/);

    const draft = page.url();
    await page.goto(`${draft}/c/1`);
    await page.getByRole("link", { name: "Open project" }).focus();
    await page.keyboard.press("Enter");
    await row(page, 1).waitFor();
    assert.match(await focused(page), /^button Tea timer/);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Template: Tea timer" }).waitFor();
    assert.equal(await focused(page), "h1 Template: Tea timer");
    await page.getByRole("link", { name: "knowngood" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your drafts" }).waitFor();
    assert.match(await focused(page), /^h1 /);
  }));

test("where what had the focus is gone, it goes on beside it: a closed file, a sentence that was read, a deleted draft", () =>
  lab.withPage(async (page) => {
    const press = async (name: string): Promise<void> => {
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    await press("Close src/main.ts");
    await page.locator("file-tree [role=treeitem]:focus").waitFor();
    await press("Dismiss");
    await page.locator("checkpoints-control button:focus").waitFor();
    await page.getByRole("link", { name: "knowngood" }).click();
    await press("Delete Tea timer");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#home-drafts:focus").waitFor();
  }));

test("REST6: a double click on Undo undoes once, and says so", () =>
  lab.withPage(async (page) => {
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    await type(page, "// mine\n");
    await page.keyboard.press("Control+s");
    await row(page, 2).waitFor();
    await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored");
    await page.locator("status-line").getByRole("button", { name: "Undo" }).dblclick();
    await page.locator("status-line").getByRole("button", { name: "Redo" }).waitFor();
    await row(page, 1).getByText("You are here").waitFor({ state: "detached" });
    assert.match(await text(page), /^\/\/ mine/);
    assert.equal(await page.locator("status-line [role=alert]").innerText(), "");
  }));

test("however many files are open, nothing lies over the checkpoints, and the open one is in sight", () =>
  lab.withPage(async (page) => {
    const names = Array.from({ length: 12 }, (_, n) => `a file with a long name ${n}.txt`);
    await page.setViewportSize(WIDE);
    await page
      .locator("input[webkitdirectory]")
      .setInputFiles(newFolder("many", Object.fromEntries(names.map((name) => [name, name]))));
    await row(page, 1).waitFor();
    for (const name of names) {
      await page.getByRole("treeitem", { name }).click();
      await page.getByRole("treeitem", { name, selected: true }).waitFor();
    }
    const side = await page.locator("#checkpoints-panel").boundingBox();
    const active = await page.locator(".editor-tab.active").boundingBox();
    const editor = await page.locator("code-editor").boundingBox();
    assert.ok(side !== null && active !== null && editor !== null);
    assert.ok(editor.x + editor.width <= side.x, `${editor.x + editor.width} > ${side.x}`);
    assert.ok(active.x >= editor.x && active.x + active.width <= side.x, JSON.stringify(active));
  }));

test("an editor that does not load is said in a sentence, and leaves no empty draft", () =>
  lab.withPage(async (page, browser) => {
    await page.setViewportSize(WIDE);
    await page.getByText("None yet.").waitFor();
    await browser.context.setOffline(true);
    await page.getByRole("button", { name: /Tea timer/ }).click();
    await page.getByText("The editor could not be loaded.").waitFor();
    await page.getByText("No draft was started.").waitFor();
    await page.getByText("None yet.").waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
    await browser.context.setOffline(false);
    await page.reload();
    await page.getByRole("button", { name: /Tea timer/ }).click();
    await row(page, 1).waitFor();
  }));

/** What has the focus: its kind, and the beginning of its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.localName} ${activeElement?.textContent?.trim().replace(/\s+/g, " ")}`;
  });
}
