// A browser that is killed in the middle of something: nothing of a person's work is lost, and nothing half looks whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import { begin, newFolder, row, said, savedBytes, text, type, WIDE } from "./draft-page.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("REST11: a tab that is killed in mid-restore is put right at the next open", async () => {
  const profile = lab.profile();
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await page.setViewportSize(WIDE);
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`src/m${n % 8}/f${n}.txt`, `one ${n}\n`]));
  await page.locator("input[webkitdirectory]").setInputFiles(newFolder("many", files));
  await row(page, 1).getByText("400 files").waitFor();
  await page.getByRole("tab", { name: "Terminal" }).click();
  await page.locator("web-terminal .xterm-helper-textarea").focus();
  await page.keyboard.type("for f in src/*/*; do echo two > $f; done\n");
  await row(page, 2).getByText("400 files").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await page.evaluate(untilSomeIs, "one");
  const { pathname } = new URL(page.url());
  await first.kill();

  const second = await lab.browser(profile);
  const again = await second.open(lab.origin + pathname);
  await again.setViewportSize(WIDE);
  await again
    .getByText(/was cut off/)
    .first()
    .waitFor();
  await nothingForAxe(again, "a restore that was cut off");
  await again.getByRole("button", { name: /Finish/ }).click();
  await said(again, /Checkpoint 1 is restored/);
  for (let n = 0; n < 400; n += 37) {
    assert.equal(Buffer.from(await savedBytes(again, `src/m${n % 8}/f${n}.txt`)).toString(), `one ${n}\n`);
  }
  await second.close();
});

test("REST4: text that was typed and not saved is there again after the browser was killed, and is gone once it is saved", async () => {
  const profile = lab.profile();
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await begin(page, "Tea timer");
  await row(page, 1).getByText("Passed").waitFor();
  await type(page, "// typed in the first tab\n");
  // A second tab of the same draft, with text of its own in another file.
  const other = await first.open(page.url());
  await other.setViewportSize(WIDE);
  await other.getByRole("treeitem", { name: "README.md" }).click();
  await other.getByRole("treeitem", { name: "README.md", selected: true }).waitFor();
  await type(other, "Typed in the second tab\n");
  await page.waitForTimeout(1500);
  assert.doesNotMatch(await text(page), /second tab/, "tabs do not mix");
  assert.equal(await other.getByText("What was typed here and not saved is back").count(), 0, "its tab still lives");
  const { pathname } = new URL(page.url());
  await first.kill();

  const second = await lab.browser(profile);
  const again = await second.open(lab.origin + pathname);
  await again.setViewportSize(WIDE);
  await said(again, /What was typed here and not saved is back: .*README\.md/);
  await nothingForAxe(again, "text that was put back");
  await again
    .locator("editor-tabs")
    .getByRole("button", { name: /README\.md, not saved/ })
    .click();
  assert.match(await text(again), /Typed in the second tab/);
  await again
    .locator("editor-tabs")
    .getByRole("button", { name: /main\.ts, not saved/ })
    .click();
  assert.match(await text(again), /^\/\/ typed in the first tab/);
  assert.doesNotMatch(Buffer.from(await savedBytes(again, "src/main.ts")).toString(), /first tab/);

  // A restore saves it first, and it is unsaved no longer; the next load has nothing to put back.
  await again.keyboard.press("Control+s");
  await row(again, 2).waitFor();
  await type(again, "// and more\n");
  await again.waitForTimeout(1500);
  await again.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
  await again.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await said(again, "What was there is checkpoint 3");
  await again.waitForTimeout(1000);
  await second.kill();

  const third = await lab.browser(profile);
  const last = await third.open(lab.origin + pathname);
  await last.setViewportSize(WIDE);
  await row(last, 1).getByText("You are here").waitFor();
  await last.waitForTimeout(500);
  assert.equal(await last.getByText("What was typed here and not saved is back").count(), 0);
  assert.doesNotMatch(await text(last), /typed in the first tab|and more/);
  await third.close();
});

test("KEEP7: a browser that is killed while a folder is copied leaves a draft that says so", async () => {
  const profile = lab.profile();
  const files = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`src/m${n % 60}/f${n}.ts`, `export {};\n`]));
  const folder = newFolder("cut off", files);
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await page.setViewportSize(WIDE);
  await page.locator("input[webkitdirectory]").setInputFiles(folder);
  await page.locator("status-line").getByText("Copying the files").waitFor();
  await page.waitForTimeout(300);
  const { pathname } = new URL(page.url());
  await first.kill();

  const second = await lab.browser(profile);
  const again = await second.open(lab.origin);
  await again.setViewportSize(WIDE);
  await again.getByText("Copying was cut off: files may be missing.").waitFor();
  await nothingForAxe(again, "the home page with a draft whose copying was cut off");
  await again.locator("home-page table a").click();
  const dialog = again.getByRole("dialog");
  await dialog.getByText("others may be missing").waitFor();
  assert.equal(await again.evaluate(() => document.activeElement?.textContent?.trim()), "Keep what is here");
  await nothingForAxe(again, "the question about a draft whose copying was cut off");
  await dialog.getByRole("button", { name: "Delete the draft" }).click();
  await again.getByText("None yet.").waitFor();
  assert.equal(await workspaces(again), 0);

  // What is kept is a draft like any other from then on.
  await again.locator("input[webkitdirectory]").setInputFiles(folder);
  await again.locator("status-line").getByText("Copying the files").waitFor();
  await again.waitForTimeout(300);
  const { pathname: kept } = new URL(again.url());
  assert.notEqual(kept, pathname);
  await second.kill();
  const third = await lab.browser(profile);
  const last = await third.open(lab.origin + kept);
  await last.setViewportSize(WIDE);
  await last.getByRole("dialog").getByRole("button", { name: "Keep what is here" }).click();
  await row(last, 1).getByText("A part of: Folder cut off").waitFor();
  await last.getByRole("link", { name: "knowngood" }).click();
  await last.getByRole("link", { name: /cut.off/ }).waitFor();
  assert.equal(await last.getByText("Copying was cut off").count(), 0);
  await third.close();
});

/** How many drafts have files in this browser. */
function workspaces(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files");
    let found = 0;
    for await (const _ of all.keys()) {
      found += 1;
    }
    return found;
  });
}

/** Runs in the page: waits until one of the files of `src/m0` begins with `wanted`. */
async function untilSomeIs(wanted: string): Promise<void> {
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files");
  for (;;) {
    for await (const home of all.values()) {
      try {
        const files = await (home as FileSystemDirectoryHandle).getDirectoryHandle("files");
        const folder = await (await files.getDirectoryHandle("src")).getDirectoryHandle("m0");
        for await (const file of folder.values()) {
          if ((await (await (file as FileSystemFileHandle).getFile()).text()).startsWith(wanted)) {
            return;
          }
        }
      } catch {
        // The browser's own half-written files come and go.
      }
    }
  }
}
