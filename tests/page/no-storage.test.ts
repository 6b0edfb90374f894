// KEEP7: a browser without IndexedDB.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoFolder } from "./build.js";
import { call } from "./call.js";
import { demoLab, harnessLab } from "./lab.js";

const NONE = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });\n";
const harness = harnessLab();
// A worker is not reached by scripts that are added to a page: its own script says it instead.
const demo = demoLab(({ url = "" }, response) => {
  if (!/^\/assets\/worker-[\w-]+\.js$/.test(url)) {
    return false;
  }
  response.writeHead(200, { "content-type": "text/javascript" });
  response.end(NONE + readFileSync(join(demoFolder, url), "utf8"));
  return true;
});

test("KEEP7: without IndexedDB opening fails with storage_unavailable", async () => {
  const browser = await harness.browser();
  await browser.context.addInitScript(NONE);
  const page = await browser.open(harness.origin);
  await assert.rejects(call(page, "open"), { code: "storage_unavailable" });
  await browser.close();
});

test("KEEP7: without IndexedDB the page says so and the editor goes on", () =>
  demo.withPage(async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: /Tea timer/ }).click();
    await page.getByText("Checkpoints are not available here.").first().waitFor();
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.getByRole("treeitem", { name: "README.md", selected: true }).waitFor();
    await page.locator("code-editor .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("Edited without a history\n");
    await page.getByRole("button", { name: "Save & rebuild" }).click();
    await page.getByText("Saved. No checkpoint was taken").waitFor();
    await page.frameLocator("app-preview iframe").getByRole("heading", { name: "Tea timer" }).waitFor();
    await page.reload();
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.locator("code-editor .cm-content").getByText("Edited without a history").waitFor();
  }));
