// G, J: Chromium removes a database that it finds damaged, and makes an empty one. The page says so; the files are there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demoLab } from "./lab.js";

const lab = demoLab();
const WIDE = { width: 1280, height: 860 };

test("G: a history that the browser removed since it was damaged is said, the files are there, and go on being saved", async () => {
  const profile = lab.profile();
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: /Tea timer/ }).click();
  await page.locator('checkpoint-row[data-n="1"]').getByText("Passed").waitFor();
  const address = page.url();
  await first.close();
  damage(profile);

  const next = await lab.browser(profile);
  const again = await next.open(address);
  await again.setViewportSize(WIDE);
  await again
    .getByText("The browser found its storage damaged and removed every checkpoint that it held")
    .first()
    .waitFor();
  await again.getByRole("treeitem", { name: "README.md" }).or(again.getByText("README.md")).first().waitFor();
  await again.getByRole("button", { name: "Save & rebuild" }).click();
  await again.locator('checkpoint-row[data-n="1"]').getByText("Passed").waitFor();
  await next.close();

  // It is said once: what is there from now on is whole.
  const last = await lab.browser(profile);
  const calm = await last.open(address);
  await calm.setViewportSize(WIDE);
  await calm.locator('checkpoint-row[data-n="1"]').waitFor();
  assert.equal(await calm.getByText("The browser found its storage damaged").count(), 0);
  await last.close();
});

/** Turns over a byte in the middle of every log of every database. */
function damage(profile: string): void {
  const databases = join(profile, "Default", "IndexedDB");
  for (const folder of readdirSync(databases).filter((name) => name.endsWith(".leveldb"))) {
    for (const name of readdirSync(join(databases, folder)).filter((name) => name.endsWith(".log"))) {
      const path = join(databases, folder, name);
      const bytes = readFileSync(path);
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
      writeFileSync(path, bytes);
    }
  }
}
