// The demo page as a person uses it. Pictures go into the folder that SCREENSHOTS names.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("REST1: build, break, restore last known good, undo, reload, and the address", () =>
  lab.withPage(async (page) => {
    await page.getByRole("button", { name: "Start from a template" }).click();
    await row(page, 1).waitFor();
    await page.locator("#no-good").waitFor();
    await page.getByRole("button", { name: "Passed" }).click();
    await row(page, 1).getByText("✓ Passed").waitFor();

    const text = page.getByLabel("Text of the file");
    await page.getByRole("button", { name: "timer.js" }).click();
    await page.getByRole("heading", { name: "timer.js" }).waitFor();
    const worked = await text.inputValue();
    await text.fill("broken(\n");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await row(page, 2).waitFor();
    await page.getByLabel("Number of errors").fill("3");
    await page.getByRole("button", { name: "Failed with" }).click();
    await row(page, 2).getByText("✗ Failed with 3 errors").waitFor();

    await text.fill("not saved yet\n");
    await page.getByRole("button", { name: "Restore last known good" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("timer.js (changed").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel");
    await pictures(page, "confirmation");
    await page.keyboard.press("Escape");
    assert.equal(await text.inputValue(), "not saved yet\n");
    await page.getByRole("button", { name: "Restore last known good" }).click();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page.getByText("Checkpoint 1 is restored: 1 file written, 0 removed").waitFor();
    assert.equal(await text.inputValue(), worked);
    await row(page, 1).getByText("You are here").waitFor();

    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, 3).getByText("You are here").waitFor();
    assert.equal(await text.inputValue(), "not saved yet\n");

    await page.getByLabel("Command line").fill("checkpoint Fix the header");
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator(".row").filter({ hasText: "Fix the header" }).waitFor();
    await pictures(page, "draft");

    const before = await page.locator(".row").count();
    await page.reload();
    await row(page, 1).waitFor();
    assert.equal(await page.locator(".row").count(), before);

    const draft = new URL(page.url()).pathname;
    for (const [n, heading] of [
      ["1", "Template: tea timer"],
      ["99", "There never was such a checkpoint"],
      ["no", "This is not the address of a checkpoint"],
    ] as const) {
      await page.goto(`${lab.origin}${draft}/c/${n}`);
      await page.getByRole("heading", { name: heading }).waitFor();
    }
    await page.goto(`${lab.origin}/drafts/elsewhere/c/1`);
    await page.getByRole("heading", { name: "This draft is not in this browser" }).waitFor();
    await page.goto(`${lab.origin}${draft}/c/1`);
    await page.getByRole("heading", { name: "5 files" }).waitFor();
    await pictures(page, "address");
    await page.getByRole("button", { name: "Restore this checkpoint" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await page.getByText("Checkpoint 1 is restored").waitFor();
  }));

test("a person's own folder is opened, without what is never captured", () =>
  lab.withPage(async (page) => {
    const folder = join(mkdtempSync(join(tmpdir(), "knowngood-folder-")), "my app");
    mkdirSync(join(folder, "src"), { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "src", "a.ts"), "export const a = 1;\r\n");
    writeFileSync(join(folder, "logo.bin"), Buffer.from([0, 255, 1]));
    writeFileSync(join(folder, "node_modules", "x.js"), "x");
    await page.locator("#folder").setInputFiles(folder);
    await row(page, 1).getByText("Folder my app (without .git and node_modules)").waitFor();
    await row(page, 1).getByText("2 files").waitFor();
    await page.getByRole("button", { name: "logo.bin" }).click();
    await page.getByText("This file is not text.").waitFor();
    await page.getByRole("button", { name: "src/a.ts" }).click();
    await page.getByLabel("Text of the file").fill("export const a = 2;\n");
    await page.keyboard.press("Control+s");
    await row(page, 2).getByText("Edit src/a.ts").waitFor();
    await row(page, 2).getByText("1 file").waitFor();
  }));

test("KEEP6: a second tab of the draft follows the first", () =>
  lab.withPage(async (page, browser) => {
    await page.getByRole("button", { name: "Start from a template" }).click();
    await row(page, 1).waitFor();
    const other = await browser.open(page.url());
    await row(other, 1).waitFor();
    await page.getByLabel("Message").fill("From the first tab");
    await page.getByRole("button", { name: "Take checkpoint" }).click();
    await row(other, 2).getByText("From the first tab").waitFor({ timeout: 2000 });
  }));

function row(page: Page, n: number): ReturnType<Page["locator"]> {
  return page.locator(`.row[data-n="${n}"]`);
}

/** At both widths and in both schemes: nothing is wider than the window, and a picture if they are wanted. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  for (const width of [1280, 420]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} px wide in a window of ${width}`);
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
