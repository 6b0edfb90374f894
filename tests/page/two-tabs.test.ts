// KEEP6: two tabs on one draft never lose or overwrite anything.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { call, PageFault } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

test("KEEP6: each change lands once or is refused with conflict", () =>
  lab.withPage(async (one, browser) => {
    const two = await browser.open(lab.origin);
    await call(one, "open", { keep: 1000, workspace: "none", worker: true });
    await call(two, "open", { keep: 1000, workspace: "none", worker: true });
    const [landedOne, landedTwo] = await Promise.all([changes(one, "one"), changes(two, "two")]);
    const landed = [...landedOne, ...landedTwo];
    assert.deepEqual([landedOne.length, landedTwo.length], [40, 40]);

    const three = await browser.open(lab.origin);
    await call(three, "open", { workspace: "none" });
    const rows = await call(three, "rows");
    assert.deepEqual(rows.map(({ label }) => label).sort(), [...landed].sort());
    const numbers = rows.map(({ n }) => n);
    assert.equal(new Set(numbers).size, numbers.length);
    // Each change added one file to what was there: nothing was lost, nothing came twice.
    assert.ok(rows.every(({ filesChanged }) => filesChanged === 1));
    assert.equal(rows[0]?.files, landed.length);
    for (const label of landed) {
      assert.equal(await call(three, "readText", rows[0]?.n ?? 0, `${label}.txt`), label);
    }
  }));

test("KEEP6: the other tab hears of a change and its list has it, within a second", () =>
  lab.withPage(async (one, browser) => {
    const two = await browser.open(lab.origin);
    await call(one, "open", { workspace: "none" });
    await call(two, "open", { workspace: "none", worker: true });
    await call(one, "captureChanges", "from one", { a: "1" });
    const began = Date.now();
    while ((await call(two, "heard")).length === 0) {
      assert.ok(Date.now() - began < 1000, "nothing was heard within a second");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [heard] = await call(two, "heard");
    assert.deepEqual([heard?.draft, heard?.source], ["d_1", "elsewhere"]);
    assert.deepEqual(
      (await call(two, "rows")).map(({ label }) => label),
      ["from one"],
    );
  }));

/** Captures one new file after the other; the labels of those that were reported saved. */
/** Makes 40 changes, each again while the other tab is faster, as an editor does. */
async function changes(page: Page, name: string): Promise<string[]> {
  const landed: string[] = [];
  for (let at = 0; at < 40; at++) {
    const label = `${name}-${at}`;
    while (!(await lands(page, label))) {
      await new Promise((resolve) => setTimeout(resolve, 10 * Math.random()));
    }
    landed.push(label);
  }
  return landed;
}

async function lands(page: Page, label: string): Promise<boolean> {
  try {
    const { checkpoint } = await call(page, "captureChanges", label, { [`${label}.txt`]: label });
    assert.equal(checkpoint?.label, label);
    return true;
  } catch (thrown) {
    assert.ok(thrown instanceof PageFault);
    assert.equal(thrown.code, "conflict", thrown.message);
    return false;
  }
}
