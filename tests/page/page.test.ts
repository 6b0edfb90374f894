// The page as a person uses it, from the first draft to one of 10,000 files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nothingForAxe } from "./axe.js";
import { traced } from "./bench/main-thread-trace.js";
import { WATCH_BEGINS, WATCH_ENDS } from "./bench/page/probe.js";
import { begin, newFolder, row, said, savedBytes, text, type, WIDE } from "./draft-page.js";
import { everywhere } from "./everywhere.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("REST1: build, break, restore last known good, undo, reload", () =>
  lab.withPage(async (page) => {
    await begin(page, "Tea timer");
    await page.getByText("Your files are the last known good already.").waitFor();
    await row(page, 1).getByText("Passed").waitFor();
    const worked = await text(page);

    await type(page, "const broken = ;\n");
    await page.keyboard.press("Control+Enter");
    await row(page, 2).getByText("1 error").waitFor();
    await page.getByRole("tab", { name: /Console/ }).click();
    await page
      .locator("build-console")
      .getByRole("button", { name: /src\/main\.ts/ })
      .click();
    await page.locator(".cm-lintRange-error").first().waitFor();

    // The verdict belongs to what was compiled, although the text has changed again by then.
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// fixed soon\n");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.type("// and on\n");
    await page.keyboard.press("Control+s");
    await row(page, 4).waitFor();
    await row(page, 3).getByText("1 error").waitFor();
    await row(page, 4).getByText("Not built").waitFor();

    await page.getByRole("button", { name: "Restore last known good" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("src/main.ts").first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Cancel");
    await page.keyboard.press("Escape");
    assert.match(await text(page), /and on/);
    await page.getByRole("button", { name: "Restore last known good" }).click();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored: 1 file written");
    assert.equal(await text(page), worked);
    await row(page, 1).getByText("You are here").waitFor();

    await page.locator("status-line").getByRole("button", { name: "Undo" }).click();
    await row(page, 5).getByText("You are here").waitFor();
    assert.match(await text(page), /and on/);

    const before = await page.locator("checkpoint-row").count();
    await page.reload();
    await row(page, 1).waitFor();
    assert.equal(await page.locator("checkpoint-row").count(), before);
  }));

test("KEEP6: the second tab follows, and a restore in the first never surprises what is typed in the second", () =>
  lab.withPage(async (page, browser) => {
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    const other = await browser.open(page.url());
    await other.setViewportSize(WIDE);
    await row(other, 1).waitFor();
    await type(page, "// one\n");
    await page.keyboard.press("Control+s");
    await row(other, 2).waitFor({ timeout: 2000 });
    await other.locator(".cm-content").getByText("// one").waitFor({ timeout: 2000 });

    await type(other, "// typed in the second tab\n");
    await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored");
    await other.getByText("This file was changed in another tab. Your text is kept here").waitFor();
    assert.match(await text(other), /typed in the second tab/);
    await nothingForAxe(other, "text that was changed under a person");
    await other.getByRole("button", { name: "Compare" }).click();
    await other.locator(".cm-changedLine").first().waitFor();
    await other.getByRole("button", { name: "Save mine" }).click();
    await page.locator(".cm-content").getByText("typed in the second tab").waitFor({ timeout: 3000 });
  }));

test("I2: a folder's bytes stay as they are: line ends, a byte order mark, what is not text", () =>
  lab.withPage(async (page) => {
    const folder = newFolder("my app", {
      "src/crlf.ts": "export const a = 1;\r\nexport const b = 2;\r\n",
      "src/mark.css": "\uFEFFbody { margin: 0 }\n",
      "mixed.txt": "one\r\ntwo\nthree\rfour",
      "logo.bin": Buffer.from([0, 255, 1]),
      "node_modules/x/index.js": "x",
    });
    await page.setViewportSize(WIDE);
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await row(page, 1).getByText("Folder my app").waitFor();
    await row(page, 1).getByText("4 files").waitFor();
    await said(page, "1 file of .git and node_modules folders was not copied");
    await page.getByRole("treeitem", { name: "logo.bin" }).click();
    await page.getByText("This file is not text").waitFor();
    await page.getByRole("treeitem", { name: "src" }).click();
    for (const [name, typed] of [
      ["crlf.ts", "// x\r\nexport const a = 1;\r\nexport const b = 2;\r\n"],
      ["mark.css", "\uFEFF// x\nbody { margin: 0 }\n"],
      ["mixed.txt", "// x\none\r\ntwo\nthree\rfour"],
    ] as const) {
      await page.getByRole("treeitem", { name }).click();
      await page.getByRole("treeitem", { name, selected: true }).waitFor();
      await type(page, "// x\n");
      await page.keyboard.press("Control+s");
      await page
        .locator("checkpoint-row")
        .filter({ hasText: `Edit ${name.includes("mixed") ? "" : "src/"}${name}` })
        .waitFor();
      const path = name === "mixed.txt" ? name : `src/${name}`;
      assert.deepEqual(await savedBytes(page, path), [...Buffer.from(typed)], name);
    }
    assert.deepEqual(await savedBytes(page, "logo.bin"), [0, 255, 1]);
  }));

test("files are made, renamed and deleted with the keyboard, and each is a checkpoint", () =>
  lab.withPage(async (page) => {
    await begin(page, "Tea timer");
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Path of the new file").fill("src/new.ts");
    await page.keyboard.press("Enter");
    await row(page, 2).getByText("New file src/new.ts").waitFor();
    await type(page, "export const kept = 1;\n");
    await page.getByRole("treeitem", { name: /^new\.ts/ }).focus();
    await page.keyboard.press("F2");
    await page.getByLabel("New path").fill("src/other.ts");
    await page.keyboard.press("Enter");
    await row(page, 3).getByText("Rename src/new.ts to src/other.ts").waitFor();
    assert.equal(Buffer.from(await savedBytes(page, "src/other.ts")).toString(), "export const kept = 1;\n");
    await page.getByRole("treeitem", { name: "other.ts" }).focus();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByText("it can be brought back").waitFor();
    await nothingForAxe(page, "the question before a file is deleted");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row(page, 4).getByText("Delete src/other.ts").waitFor();
    await page.getByRole("treeitem", { name: "other.ts" }).waitFor({ state: "detached" });

    // A key is about the row that has the focus, whatever is open.
    await page.getByRole("treeitem", { name: "main.ts" }).click();
    await page.getByRole("treeitem", { name: "teas.ts" }).focus();
    await page.keyboard.press("F2");
    await page.getByRole("dialog").getByRole("heading", { name: "Rename src/teas.ts" }).waitFor();
    await page.keyboard.press("Escape");

    // A name that no file can have: it is said, and nothing else happens.
    await page.getByRole("button", { name: "New file", exact: true }).click();
    await page.getByLabel("Path of the new file").fill("a\\b");
    await page.keyboard.press("Enter");
    await said(page, "cannot hold a file of this name");

    // A file that the rules exclude is saved, and no checkpoint holds it: by which rule is said.
    for (const [path, why] of [
      ["node_modules/x/index.js", "Excluded by `node_modules/` in the draft's settings."],
      [".git/config", ".git"],
    ] as const) {
      await page.getByRole("button", { name: "New file", exact: true }).click();
      await page.getByLabel("Path of the new file").fill(path);
      await page.keyboard.press("Enter");
      await said(page, `${path} is saved, but no checkpoint holds it. `);
      await said(page, why);
    }
  }));

test("KEEP2: deleting a draft says what goes with it, and leaves nothing", () =>
  lab.withPage(async (page) => {
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");
    await type(page, "// typed, and left\n");
    await page.getByRole("link", { name: "knowngood" }).click();
    await page.getByRole("button", { name: "Delete Tea timer" }).click();
    await page.getByRole("dialog").getByText("its files: 7").waitFor();
    // What was typed was saved on the way, as an edit of its own.
    await page.getByRole("dialog").getByText("its checkpoints: 2").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Tea timer is deleted.").waitFor();
    const left = await page.evaluate(async () => {
      const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files");
      const names: string[] = [];
      for await (const name of all.keys()) {
        names.push(name);
      }
      return names;
    });
    assert.deepEqual(left, []);
    await page.goto(`${lab.origin}/drafts/${id}/c/1`);
    await page.getByRole("heading", { level: 1, name: /not (on this device|in this browser)/i }).waitFor();
  }));

test("I1: a draft that was deleted in another tab is made anew by what is saved, and its address shows no empty editor", () =>
  lab.withPage(async (page, browser) => {
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    const other = await browser.open(lab.origin);
    await type(page, "// typed\n");
    await other.getByRole("button", { name: "Delete Tea timer" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await other.getByText("Tea timer is deleted.").waitFor();
    await other.goto(page.url());
    await other.getByRole("heading", { level: 1, name: "This draft is not in this browser" }).waitFor();

    await page.getByText("This draft was deleted in another tab.").first().waitFor();
    await page.locator("file-tree").getByText("No files yet.").waitFor();
    // As it is with Caps Lock.
    await page.keyboard.press("Control+S");
    await row(page, 1).getByText("Edit src/main.ts").waitFor();
    assert.match(Buffer.from(await savedBytes(page, "src/main.ts")).toString(), /^\/\/ typed\n/);
    await other.goto(lab.origin);
    await other.getByRole("link", { name: "Tea timer" }).waitFor();
  }));

test("KEEP7: a full disk is said in one sentence, the text stays, and with room again it is saved", () =>
  lab.withPage(async (page, browser) => {
    const session = await browser.context.newCDPSession(page);
    const setQuota = (quotaSize?: number): Promise<unknown> =>
      session.send("Storage.overrideQuotaForOrigin", {
        origin: lab.origin,
        ...(quotaSize === undefined ? {} : { quotaSize }),
      });
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    await setQuota(1);
    await type(page, "// no room\n");
    await page.keyboard.press("Control+s");
    await page
      .locator("status-line [role=alert]")
      .getByText(/space|room|full/)
      .waitFor();
    assert.match(await text(page), /no room/);
    await setQuota();
    await page.keyboard.press("Control+s");
    await row(page, 2).waitFor();
  }));

test("a folder of 10,000 files: its progress is shown, it can be stopped, and the page is never held up", () =>
  lab.withPage(async (page, browser) => {
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [
        `src/m${n % 100}/f${n}.ts`,
        `export const value${n} = ${n};\n`.repeat(20),
      ]),
    );
    const folder = newFolder("big", files);
    await page.setViewportSize(WIDE);
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await page.locator("status-line").getByText("Copying the files").waitFor();
    await page.locator("status-line").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("None yet.").waitFor();

    // To go elsewhere ends it too: half a folder is no draft.
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await page.locator("status-line").getByText("Copying the files").waitFor();
    await page.getByRole("link", { name: "knowngood" }).click();
    await page.getByText("Stopped. Nothing was kept.").waitFor();
    await page.getByText("None yet.").waitFor();

    const session = await browser.context.browser()?.newBrowserCDPSession();
    assert.ok(session !== undefined);
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await page.locator("status-line").getByText("Copying the files").waitFor();
    let began = Date.now();
    const took = (what: string): void => {
      console.log(`${what}: ${Date.now() - began} ms`);
      began = Date.now();
    };
    const [, longest] = await traced(session, async () => {
      await page.evaluate((name) => performance.mark(name), WATCH_BEGINS);
      await page.locator("status-line").getByText("Copying the files").waitFor({ state: "detached", timeout: 120_000 });
      took("10,000 files copied");
      await row(page, 1).getByText("10,000 files").waitFor({ timeout: 120_000 });
      took("the first checkpoint");
      await page.getByRole("treeitem", { name: "src" }).click();
      await page.getByRole("treeitem", { name: "m7", exact: true }).click();
      await page.getByRole("treeitem", { name: "f7.ts", exact: true }).click();
      await type(page, "// edited\n");
      began = Date.now();
      await page.keyboard.press("Control+s");
      await row(page, 2).getByText("1 file").waitFor();
      took("saved after one edit");
      await page.getByRole("button", { name: "Restore checkpoint 1", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
      await said(page, "Checkpoint 1 is restored: 1 file written");
      took("planned and restored");
      await page.evaluate((name) => performance.mark(name), WATCH_ENDS);
    });
    console.log(`the longest task: ${JSON.stringify(longest)}`);
    assert.ok(longest.tasks > 0 && longest.cpu <= 50, `The page was held up: ${JSON.stringify(longest)}`);
  }));

test("axe-core finds nothing, and nothing is wider than the window: by day and by night, wide and narrow", () =>
  lab.withPage(async (page) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await everywhere(page, "the home page");
    await begin(page, "Tea timer");
    await row(page, 1).getByText("Passed").waitFor();
    await everywhere(page, "a draft");
    await page.getByRole("button", { name: "Where they are kept" }).click();
    await page.getByRole("dialog").getByText("This draft").waitFor();
    await everywhere(page, "the storage panel");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Close the checkpoints" }).click();
    for (const pane of ["Files", "Preview", "Terminal", "Console"]) {
      await page.setViewportSize({ width: 420, height: 860 });
      await page.getByRole("navigation", { name: "Parts of the draft" }).getByRole("button", { name: pane }).click();
      await nothingForAxe(page, `the pane ${pane}`);
    }
    await page.getByRole("link", { name: "All drafts" }).click();
    await page.getByRole("link", { name: "Tea timer" }).waitFor();
    await everywhere(page, "the home page with a draft");
  }));
