// Takes the picture of the README again: `npm run screenshot -w knowngood-page-tests`, after a build.

import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { launch, newProfile } from "./browser.js";
import { demoFolder } from "./build.js";
import { serve } from "./serve.js";

const picture = fileURLToPath(new URL("../../docs/page.png", import.meta.url));
const profile = newProfile();
const served = await serve(demoFolder);
const browser = await launch(profile.folder);
try {
  const page = await browser.open(served.origin);
  await page.setViewportSize({ width: 1360, height: 850 });
  await page.getByRole("button", { name: /Tea timer/ }).click();
  await row(page, 1).getByText("Passed").waitFor();

  await page.getByRole("treeitem", { name: "teas.ts" }).click();
  await change(page, "240", "210");
  await page.keyboard.press("Control+Enter");
  await row(page, 2).getByText("Passed").waitFor();

  await page.getByRole("tab", { name: "Terminal" }).click();
  await page.locator("web-terminal .xterm-helper-textarea").focus();
  await page.keyboard.type("sed -i 's/Mint/Peppermint/' src/teas.ts\n");
  await row(page, 3).waitFor();
  await page.keyboard.type("checkpoint Peppermint\n");
  await row(page, 4).waitFor();

  await change(page, "seconds: 480,", "seconds: ,");
  await page.keyboard.press("Control+Enter");
  await row(page, 5).getByText("1 error").waitFor();
  await page.getByRole("tab", { name: "Preview" }).click();
  await page.frameLocator("app-preview iframe").getByRole("heading", { name: "Tea timer" }).waitFor();
  await page.locator("status-line button").last().click();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: picture });
  console.log(picture);
} finally {
  await browser.kill();
  await served.close();
  profile.remove();
}

function row(page: Page, n: number): Locator {
  return page.locator(`checkpoint-row[data-n="${n}"]`);
}

/** Replaces a text in the file that is open, with the editor's own search. */
async function change(page: Page, from: string, to: string): Promise<void> {
  await page.locator("code-editor .cm-content").click();
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").fill(from);
  await page.locator(".cm-search input[name=replace]").fill(to);
  await page.locator(".cm-search button[name=replaceAll]").click();
  await page.keyboard.press("Escape");
}
