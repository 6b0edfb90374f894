// READ8: the address of a checkpoint, as a person opens it: here, elsewhere, and where its bytes are damaged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nothingForAxe } from "./axe.js";
import { begin, newFolder, row, type, WIDE } from "./draft-page.js";
import { everywhere } from "./everywhere.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("READ8: the address of a checkpoint, here and in a second profile", async () => {
  const [mine, other] = [await lab.browser(), await lab.browser()];
  const page = await mine.open(lab.origin);
  await begin(page, "Reading lamp");
  await row(page, 1).getByText("Passed").waitFor();
  const address = `${new URL(page.url()).pathname}/c/1`;
  await page.goto(lab.origin + address);
  await page.getByRole("heading", { level: 1, name: "Template: Reading lamp" }).waitFor();
  await page
    .getByRole("link", { name: "Open project" })
    .or(page.getByRole("button", { name: "Open project" }))
    .click();
  await row(page, 1).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Template: Reading lamp" }).waitFor();

  const elsewhere = await other.open(lab.origin + address);
  await elsewhere.getByRole("heading", { level: 1, name: /not (on this device|in this browser)/i }).waitFor();
  await nothingForAxe(elsewhere, "an address that is not here");
  await other.close();
  await mine.close();
});

test("READ8: the address of a checkpoint whose stored bytes are damaged says which files, shows the others, and the draft goes on", () =>
  lab.withPage(async (page, browser) => {
    const folder = newFolder("damaged", { "large.txt": noise(400_000), "README.md": "small\n" });
    await page.setViewportSize(WIDE);
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await row(page, 1).getByText("2 files").waitFor();
    await type(page, "// next\n");
    await page.keyboard.press("Control+s");
    await row(page, 2).waitFor();
    const { pathname } = new URL(page.url());
    await page.goto(lab.origin);
    await page.getByRole("link", { name: "damaged" }).waitFor();
    assert.ok((await page.evaluate(damageLargestPack)) > 300_000);

    const other = await browser.open(`${lab.origin}${pathname}/c/1`);
    await other.setViewportSize(WIDE);
    await other.getByRole("heading", { level: 1, name: "Folder damaged" }).waitFor();
    await other.getByText("1 file of it cannot be read. All others are whole").waitFor();
    await everywhere(other, "the address of a damaged checkpoint");
    await other.getByRole("button", { name: "large.txt" }).click();
    await other.getByText("Its stored bytes are damaged and cannot be read.").first().waitFor();
    await other.getByRole("button", { name: "README.md" }).click();
    await other.locator("checkpoint-files").getByText("small", { exact: true }).first().waitFor();
    await other.getByRole("button", { name: "Changes" }).click();
    await other.getByRole("link", { name: "Open project" }).click();
    await row(other, 2).waitFor();
    await type(other, "// goes on\n");
    await other.keyboard.press("Control+s");
    await row(other, 3).getByText("1 file").waitFor();
  }));

/** Text that no codec makes small. */
function noise(length: number): string {
  let seed = 7;
  const next = (): string => String.fromCharCode(33 + ((seed = (seed * 48_271) % 2_147_483_647) % 90));
  return Array.from({ length }, (_, at) => (at % 80 === 79 ? "\n" : next())).join("");
}

/** Runs in the page: turns a bit over in the middle of the largest stored pack, and tells how large that is. */
async function damageLargestPack(): Promise<number> {
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
  const bytesIn = (value: unknown): Uint8Array[] =>
    value instanceof Uint8Array
      ? [value]
      : value instanceof ArrayBuffer
        ? [new Uint8Array(value)]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(bytesIn)
          : [];
  const store = (await asked(indexedDB.open("knowngood"))).transaction("packs", "readwrite").objectStore("packs");
  const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked<unknown[]>(store.getAll())]);
  const largest = values.flatMap(bytesIn).sort((one, other) => other.length - one.length)[0] ?? new Uint8Array(1);
  const middle = largest.length >> 1;
  largest[middle] = (largest[middle] ?? 0) ^ 1;
  await Promise.all(
    values.map((value, at) => asked(store.keyPath === null ? store.put(value, keys[at]) : store.put(value))),
  );
  return largest.length;
}
