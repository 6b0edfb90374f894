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
    await page.getByRole("button", { name: "Start from a template" }).click();
    await page.getByText("Checkpoints are not available").waitFor();
    await page.getByRole("button", { name: "README.md" }).click();
    await page.getByLabel("Text of the file").fill("# Edited without a history\n");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved. No checkpoint was taken.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "README.md" }).click();
    await page.getByRole("heading", { name: "README.md" }).waitFor();
    assert.equal(await page.getByLabel("Text of the file").inputValue(), "# Edited without a history\n");
  }));
