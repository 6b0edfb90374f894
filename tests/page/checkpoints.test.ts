// The checkpoints' elements, in a small host of their own over the real package.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import type {} from "./gallery/main.js";
import { galleryLab } from "./lab.js";

const lab = galleryLab();

const row = (page: Page, n: number): Locator => page.locator(`checkpoint-row[data-n="${n}"]`);
const opener = (page: Page, n: number): Locator => row(page, n).locator(".opener");
const restore = (page: Page, n: number): Locator =>
  page.getByRole("button", { name: `Restore checkpoint ${n}`, exact: true });

/** The number of the row that has the focus. */
const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("checkpoint-row")?.dataset["n"]);

/** A scene of the gallery, in a browser of its own. */
function on(at: string, work: (page: Page) => Promise<void>): Promise<void> {
  return lab.withPage(async (page) => {
    await page.goto(lab.origin + at);
    await page.locator("body[data-ready]").waitFor();
    await work(page);
  });
}

test("LIST1, LIST2, LIST3: rows say all of it in words, under the act that made them", () =>
  on("/", async (page) => {
    await page.getByRole("heading", { name: "In the terminal" }).waitFor();
    await row(page, 9).getByText("You are here, edited since").waitFor();
    await row(page, 7).getByRole("button", { name: "Failed, 2 errors" }).click();
    await row(page, 7).getByText("src/popup.js:15:16").waitFor();
    await row(page, 4).getByText("Passed").waitFor();
    await row(page, 3).getByText("Not built").waitFor();
    await row(page, 4).getByRole("button", { name: "2 left out" }).click();
    await row(page, 4).getByText("Excluded by `dist/`").waitFor();
    await row(page, 9).getByRole("button", { name: "1 warning" }).click();
    await row(page, 9).getByText("for one file").waitFor();
    const time = row(page, 7).locator("time");
    assert.equal(await time.textContent(), "50 minutes ago");
    assert.match((await time.getAttribute("title")) ?? "", /\d{4} at \d\d:\d\d:\d\d/);
    await nothingForAxe(page, "rows with what unfolds");
  }));

test("LIST6: an action that is not offered says why, as tooltip and as description, and keeps the focus", () =>
  on("/", async (page) => {
    await page.evaluate(() => {
      window.gallery.workspace.write("style.css", "body {\n  font: 1rem system-ui;\n  min-width: 12rem;\n}\n");
      window.gallery.workspace.remove("notes.txt");
      return window.gallery.host.refresh();
    });
    const here = restore(page, 9);
    assert.equal(await here.getAttribute("aria-disabled"), "true");
    assert.equal(await here.getAttribute("title"), "Your files are these already.");
    await here.focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.evaluate(() => window.gallery.host.refresh("Saving…"));
    assert.equal(await restore(page, 4).getAttribute("title"), "Saving…");
    await nothingForAxe(page, "while something is done");
  }));

test("arrow keys go from row to row, and what is open, unfolded and focused outlives an update", () =>
  on("/", async (page) => {
    await opener(page, 9).focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focusedRow(page), "7");
    await page.keyboard.press("Enter");
    await row(page, 7).getByRole("button", { name: "src/popup.js" }).click();
    await row(page, 7).locator(".cm-editor").waitFor();
    await opener(page, 7).focus();
    const editor = await row(page, 7).locator(".cm-editor").elementHandle();
    await page.evaluate(async () => {
      window.gallery.workspace.write("more.txt", "more\n");
      await window.gallery.draft.capture({ kind: "edit", label: "Edit more.txt" });
      await window.gallery.host.refresh();
    });
    await row(page, 10).waitFor();
    assert.equal(await focusedRow(page), "7");
    assert.ok(await editor?.evaluate((element) => element.isConnected));
    await page.keyboard.press("End");
    assert.equal(await focusedRow(page), "1");
    await nothingForAxe(page, "an open row");
  }));

test("READ4: a file's change unfolds in place, and the patch is the package's, byte for byte", () =>
  on("/", async (page) => {
    await opener(page, 7).click();
    await row(page, 7).getByRole("button", { name: "src/popup.js" }).click();
    await row(page, 7).locator(".cm-deletedChunk").getByText("#0b5a73").waitFor();
    await row(page, 7).getByRole("button", { name: "icons/tea.png" }).click();
    await row(page, 7).getByText("This is a binary file. Its bytes differ.").waitFor();
    const download = page.waitForEvent("download");
    await row(page, 7).getByRole("button", { name: "Download as a patch" }).click();
    const saved = await readFile(await (await download).path(), "utf8");
    const { text } = await page.evaluate(() => window.gallery.host.reader.diff({ to: 7 }));
    assert.equal(saved, text);
    await row(page, 7).getByRole("button", { name: "Since then" }).click();
    await row(page, 7).getByRole("button", { name: "notes.txt" }).waitFor();
    await nothingForAxe(page, "changes since then");
  }));

test("a large file's change is shown as the package's patch, and only what is seen of it is drawn", () =>
  on("/?scene=large", async (page) => {
    await opener(page, 3).click();
    await row(page, 3).getByRole("searchbox").fill("long");
    await row(page, 3).getByRole("button", { name: "src/long.ts" }).click();
    await row(page, 3).getByText("A large file: its change is shown as a patch.").waitFor();
    await row(page, 3).locator(".patch-removed").first().waitFor();
    assert.ok((await row(page, 3).locator(".cm-line").count()) < 300);
  }));

test("READ9: a checkpoint's files are looked at and downloaded as they were", () =>
  on("/", async (page) => {
    await opener(page, 4).click();
    await row(page, 4).getByRole("button", { name: "Files", exact: true }).click();
    await row(page, 4).getByRole("button", { name: "manifest.json" }).click();
    await row(page, 4).locator(".cm-content").getByText('"Tea timer"').waitFor();
    await row(page, 4).getByRole("button", { name: "icons/tea.png" }).click();
    const image = row(page, 4).getByRole("img", { name: "tea.png" });
    await image.waitFor();
    assert.equal(await image.evaluate((element) => (element as HTMLImageElement).decode().then(() => true)), true);
    const download = page.waitForEvent("download");
    await row(page, 4).getByRole("button", { name: "Download icons/tea.png" }).click();
    const bytes = [...(await readFile(await (await download).path()))];
    const held = await page.evaluate(async () => [...(await window.gallery.host.reader.read(4, "icons/tea.png"))]);
    assert.deepEqual(bytes, held);
    await nothingForAxe(page, "files of a checkpoint");
  }));

test("REST4: the confirmation names each file, Cancel has the focus, Esc closes it and nothing was done", () =>
  on("/", async (page) => {
    const dialog = page.getByRole("dialog", { name: "Restore checkpoint 4: Save & rebuild" });
    await restore(page, 4).click();
    await dialog.getByText("4 files will be written and 2 files will be removed.").waitFor();
    await dialog.getByText("Before restoring: Save & rebuild").waitFor();
    await dialog.getByText("2 files that you have now will be gone.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Cancel");
    await dialog.getByRole("button", { name: "src/popup.js" }).click();
    await dialog.locator(".cm-deletedChunk").getByText("#1d1f23").waitFor();
    await dialog.getByRole("button", { name: "notes.txt" }).click();
    await dialog.locator(".cm-deletedChunk").getByText("Ask for a quieter bell.").waitFor();
    await nothingForAxe(page, "the confirmation");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Restore checkpoint 4");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    assert.ok(await page.evaluate(() => window.gallery.workspace.has("notes.txt")));
    await restore(page, 4).click();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page
      .getByRole("status")
      .filter({ hasText: "Checkpoint 4 is restored: 4 files written, 2 removed" })
      .waitFor();
    assert.ok(!(await page.evaluate(() => window.gallery.workspace.has("notes.txt"))));
    await nothingForAxe(page, "after a restore");
  }));

test("REST4: all names of a plan for 10,000 files can be reached", () =>
  on("/?scene=large", async (page) => {
    await restore(page, 1).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Written: 10,000 files" }).click();
    await dialog.getByRole("button", { name: "+9,800 more" }).click();
    await dialog.getByRole("button", { name: "+9,600 more" }).waitFor();
    await dialog.getByRole("searchbox").fill("file-9999.ts");
    await dialog.getByRole("button", { name: "src/folder-99/file-9999.ts" }).waitFor();
    await nothingForAxe(page, "a long confirmation");
  }));

test("REST7: what is in the way is named, with what to do, and nothing can be confirmed", () =>
  on("/", async (page) => {
    await page.evaluate(async () => {
      await window.gallery.draft.configure({ fileBytes: 100 });
      window.gallery.workspace.write("README.md", "x".repeat(200));
    });
    await restore(page, 4).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Move or rename them, then restore again.").waitFor();
    await dialog.getByText("README.md").first().waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Restore", exact: true }).count(), 0);
    await nothingForAxe(page, "a restore that is refused");
  }));

test("a thousand rows are all there, and the last one is one key away", () =>
  on("/?scene=many", async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("checkpoint-row").length === 1000);
    await opener(page, 1000).focus();
    await page.keyboard.press("End");
    assert.equal(await focusedRow(page), "1");
  }));

test("an empty draft says so, and why there is no last known good", () =>
  on("/?scene=empty", async (page) => {
    await page.getByText("There is no checkpoint yet.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Restore last known good" }).count(), 0);
    await nothingForAxe(page, "an empty list");
  }));

test("a restore that was cut off comes first, and is finished from the list", () =>
  on("/", async (page) => {
    await page.evaluate(() => window.gallery.cutOff(4));
    await page.getByRole("alert").getByRole("button", { name: "Finish the restore" }).waitFor();
    assert.equal(await restore(page, 1).getAttribute("aria-disabled"), "true");
    await nothingForAxe(page, "a restore that was cut off");
    await page.getByRole("button", { name: "Finish the restore" }).click();
    await page.getByRole("status").filter({ hasText: "Checkpoint 4 is restored" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Finish the restore" }).count(), 0);
  }));

test("the status line tells good news and bad news apart, and says how far it is", () =>
  on("/", async (page) => {
    await page.evaluate(() =>
      window.gallery.host.say({
        status: { tone: "bad", text: "Nothing was saved.", undo: null, hint: "Free space." },
        busy: null,
      }),
    );
    await page.getByRole("alert").filter({ hasText: "Nothing was saved. Free space." }).waitFor();
    await page.evaluate(() =>
      window.gallery.host.say({ status: null, busy: { text: "Copying…", done: 200, of: 1000, cancellable: true } }),
    );
    await page.getByRole("status").filter({ hasText: "Copying…" }).waitFor();
    assert.equal(await page.getByRole("progressbar", { name: "Copying…" }).getAttribute("value"), "200");
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await nothingForAxe(page, "while something is done");
  }));

test("READ8: each thing that an address leads to has its own page", () =>
  on("/drafts/tea-timer/c/7", async (page) => {
    await page.getByRole("heading", { name: "Save & rebuild" }).waitFor();
    await page.getByText("Failed, 2 errors").waitFor();
    await page.getByRole("button", { name: "manifest.json" }).click();
    await page.locator(".cm-content").getByText('"Tea timer"').waitFor();
    await page.getByRole("button", { name: "Restore this checkpoint" }).waitFor();
    await page.getByRole("link", { name: "Open project" }).waitFor();
    await nothingForAxe(page, "a checkpoint's address");
    for (const [address, heading] of [
      ["/drafts/tea-timer/c/99", "There never was such a checkpoint"],
      ["/drafts/elsewhere/c/1", "This draft is not in this browser"],
      ["/drafts/tea-timer/c/no", "This is not the address of a checkpoint"],
    ] as const) {
      await page.evaluate((address) => window.gallery.host.showAddress(address), address);
      await page.getByRole("heading", { name: heading }).waitFor();
      await nothingForAxe(page, heading);
    }
    await page.evaluate(async () => {
      await window.gallery.draft.configure({ keep: 1 });
      window.gallery.workspace.write("one.txt", "1");
      await window.gallery.draft.capture({ kind: "message", label: "One more" });
      await window.gallery.host.showAddress("/drafts/tea-timer/c/2");
    });
    await page.getByRole("heading", { name: "This checkpoint is no longer kept" }).waitFor();
    await nothingForAxe(page, "a checkpoint that was pruned");
  }));

test("from 360 pixels on nothing is cut off, by day and by night", () =>
  on("/", async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await opener(page, 7).click();
    await row(page, 7).getByRole("button", { name: "src/popup.js" }).click();
    await row(page, 7).locator(".cm-editor").waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await nothingForAxe(page, colorScheme);
    }
    await restore(page, 4).click();
    const box = await page.getByRole("dialog").boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360);
    await nothingForAxe(page, "the confirmation by night");
  }));
