// What a person opens as a `.zip`: a good one becomes a draft; any other is refused in one sentence, and leaves nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import type { Page } from "playwright-core";
import { row, said, savedBytes, WIDE } from "./draft-page.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("a .zip is opened without the folder that all of it is in", () =>
  lab.withPage(async (page) => {
    const zip = await zipped({
      "app/index.html": "<!doctype html><title>Zipped</title><h1>From a zip</h1>",
      "app/src/漢字.txt": "text\r\n",
      "app/node_modules/x/index.js": "x",
    });
    await open(page, "app.zip", zip);
    await row(page, 1).getByText("Files of app.zip").waitFor();
    await row(page, 1).getByText("Passed").waitFor();
    await said(page, "1 file of .git and node_modules folders was not copied");
    await page.frameLocator("app-preview iframe").getByRole("heading", { name: "From a zip" }).waitFor();
    assert.equal(Buffer.from(await savedBytes(page, "src/漢字.txt")).toString(), "text\r\n");
  }));

test("a .zip that is no whole one is refused in one sentence, and leaves no draft", () =>
  lab.withPage(async (page) => {
    const good = await zipped({ "app/a.txt": "a".repeat(20_000), "app/b.txt": noise(20_000) });
    const cases: readonly (readonly [name: string, bytes: Buffer, sentence: string])[] = [
      ["none.zip", Buffer.alloc(0), "none.zip is an empty file."],
      ["no.zip", Buffer.from("this is no zip"), "no.zip cannot be read as a .zip: it is something else"],
      ["empty.zip", await zipped({}), "empty.zip holds no files to open."],
      [
        "only.zip",
        await zipped({ "app/node_modules/a.js": "1" }),
        "only.zip holds no files to open. Those of .git and",
      ],
      ["cut.zip", good.subarray(0, good.length - 500), "cut.zip cannot be read as a .zip"],
      ["damaged.zip", damaged(good), "damaged.zip is damaged: b.txt cannot be unpacked. Nothing was kept."],
      ["locked.zip", await zipped({ "a.txt": "a" }, "secret"), "locked.zip is protected by a password."],
      [
        "slip.zip",
        await zipped({ "a/b.txt": "b", "a/../../out.txt": "out" }),
        "slip.zip holds a file that leads out of",
      ],
      [
        "root.zip",
        await zipped({ "/etc/passwd": "x" }),
        "root.zip holds a file that leads out of the draft: /etc/passwd.",
      ],
      ["drive.zip", await zipped({ "C:/x.txt": "x" }), "drive.zip holds a file that leads out of the draft: C:/x.txt."],
      [
        "twice.zip",
        renamed(await zipped({ "x/a.txt": "1", "x/b.txt": "2" })),
        "twice.zip holds x/a.txt more than once.",
      ],
      ["both.zip", await zipped({ "x/a": "1", "x/a/b": "2" }), "both.zip holds x/a more than once."],
      // One that says that it unpacks to more than a page can hold is not even begun.
      ["bomb.zip", bombed(await zipped({ "app/zeros.bin": "0".repeat(1000) })), "bomb.zip unpacks to 4.2 GB."],
    ];
    await page.setViewportSize(WIDE);
    for (const [name, bytes, sentence] of cases) {
      await open(page, name, bytes);
      await page.locator("home-page .home-said.bad").getByText(sentence).waitFor();
      await page.getByText("None yet.").waitFor();
      assert.deepEqual(await workspaces(page), [], name);
    }
  }));

async function open(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.locator('input[accept*=".zip"]').setInputFiles({ name, mimeType: "application/zip", buffer });
}

async function zipped(files: Readonly<Record<string, string>>, password?: string): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), password === undefined ? {} : { password });
  for (const [path, text] of Object.entries(files)) {
    await zip.add(path, new TextReader(text));
  }
  return Buffer.from(await zip.close());
}

/** Text that no codec makes much smaller. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (seed % 90));
  }).join("");
}

/** The same with a byte of the last file's data turned over. */
function damaged(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf("app/b.txt") + 5000;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}

/** The same with both files under one name, as a tool that appends would leave it. */
function renamed(zip: Buffer): Buffer {
  return Buffer.from(zip.toString("latin1").replaceAll("x/b.txt", "x/a.txt"), "latin1");
}

/** A small one that says that its file unpacks to 4.2 GB. */
function bombed(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(4_200_000_000, bytes.indexOf(Buffer.from("PK\x01\x02", "latin1")) + 24);
  return bytes;
}

/** The folders of drafts that are in this browser. */
function workspaces(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files", { create: true });
    const names: string[] = [];
    for await (const name of all.keys()) {
      names.push(name);
    }
    return names;
  });
}
