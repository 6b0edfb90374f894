// KEEP7: a browser without IndexedDB, and one without a file system for pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nothingForAxe } from "./axe.js";
import { demoFolder } from "./build.js";
import { call } from "./call.js";
import { begin, row, said, type, WIDE } from "./draft-page.js";
import { demoLab, harnessLab } from "./lab.js";
import type { Answer } from "./serve.js";

const NONE = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });\n";
const NO_FILES = "Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined });\n";
const harness = harnessLab();
// A worker is not reached by scripts that are added to a page: its own script says it instead.
const demo = demoLab(beginningWith(NONE));
const bare = demoLab(beginningWith(NO_FILES));

test("KEEP7: without IndexedDB opening fails with storage_unavailable", async () => {
  const browser = await harness.browser();
  await browser.context.addInitScript(NONE);
  const page = await browser.open(harness.origin);
  await assert.rejects(call(page, "open"), { code: "storage_unavailable" });
  await browser.close();
});

test("KEEP7: without IndexedDB the page says so in one sentence, and all else goes on", () =>
  demo.withPage(async (page) => {
    await page.setViewportSize(WIDE);
    await page.locator("home-page").getByText("Checkpoints are not available here.").first().waitFor();
    await nothingForAxe(page, "the home page without a history");
    await page.getByRole("button", { name: /Tea timer/ }).click();
    await page.getByText("Checkpoints are not available here.").first().waitFor();
    await page.frameLocator("app-preview iframe").getByRole("heading", { name: "Tea timer" }).waitFor();
    await nothingForAxe(page, "a draft without a history");
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.getByRole("treeitem", { name: "README.md", selected: true }).waitFor();
    await type(page, "Edited without a history\n");
    await page.keyboard.press("Control+s");
    await said(page, "Saved. No checkpoint was taken");
    await type(page, "And once more\n");
    await page.getByRole("button", { name: "Save & rebuild" }).click();
    await said(page, "Saved. No checkpoint was taken");
    await page.frameLocator("app-preview iframe").getByRole("heading", { name: "Tea timer" }).waitFor();

    // What breaks is found by the build, although nothing can be stamped.
    await page.getByRole("treeitem", { name: "main.ts" }).click();
    await page.getByRole("treeitem", { name: "main.ts", selected: true }).waitFor();
    await type(page, "const broken = ;\n");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("tab", { name: /Console/ }).click();
    await page
      .locator("build-console")
      .getByRole("button", { name: /src\/main\.ts/ })
      .waitFor();

    // The shell works, and `checkpoint` says why it does not.
    await page.getByRole("tab", { name: "Terminal" }).click();
    await page.locator("web-terminal .xterm-helper-textarea").focus();
    await page.keyboard.type("echo hello > hello.txt; checkpoint Mine\n");
    await page.getByRole("treeitem", { name: "hello.txt" }).waitFor();
    await page.locator("web-terminal").getByText("This draft has no checkpoints here.").first().waitFor();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Path of the new file").fill("src/new.ts");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: "new.ts" }).waitFor();

    await page.reload();
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.locator("code-editor .cm-content").getByText("Edited without a history").waitFor();
    await page.getByRole("link", { name: "knowngood" }).click();
    await page.getByRole("button", { name: "Delete Tea timer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("None yet.").waitFor();
  }));

test("KEEP7: without a file system for pages the files live as long as the page, which says so", () =>
  bare.withPage(async (page) => {
    await page.addInitScript("Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined })");
    await page.reload();
    await begin(page, "Tea timer");
    await page.getByText("The files live only as long as this page is open.").first().waitFor();
    await row(page, 1).getByText("Passed").waitFor();
    await type(page, "// kept in memory\n");
    await page.keyboard.press("Control+s");
    await row(page, 2).getByText("1 file").waitFor();
    await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored: 1 file written");
  }));

/** Serves the package's worker with `script` before its own. */
function beginningWith(script: string): Answer {
  return ({ url = "" }, response) => {
    if (!/^\/assets\/worker-[\w-]+\.js$/.test(url)) {
      return false;
    }
    response.writeHead(200, { "content-type": "text/javascript" });
    response.end(script + readFileSync(join(demoFolder, url), "utf8"));
    return true;
  };
}
