// KEEP7: a stored pack with a flipped bit, a database of a newer format, and one that is deleted whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { call } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

test("KEEP7: a flipped bit damages what needs it, by name, and nothing else", () =>
  lab.withPage(async (page) => {
    await call(page, "open");
    await call(page, "put", { "a.ts": "1\n", "b.ts": "1\n" });
    await call(page, "capture", "message", "before");
    const before = await call(page, "workspacePrint");
    // The pack of the second checkpoint is all but wholly this one file.
    await call(page, "putRandom", "large.bin", 300_000, 7);
    await call(page, "put", { "a.ts": "2\n" });
    await call(page, "capture", "message", "with the large file");
    await call(page, "put", { "large.bin": null, "b.ts": "3\n" });
    await call(page, "capture", "message", "after");
    const after = await call(page, "workspacePrint");
    await call(page, "close");

    assert.ok((await call(page, "flipBitInLargestPack")) >= 300_000);
    await page.reload();
    await call(page, "open");

    const found = await call(page, "lookup", "/drafts/d_1/c/2");
    assert.equal(found.state, "damaged");
    assert.deepEqual(found.state === "damaged" && found.damaged, ["large.bin"]);
    await assert.rejects(call(page, "readText", 2, "large.bin"), { code: "damaged" });
    assert.equal(await call(page, "readText", 2, "a.ts"), "2\n");
    const refused = await refusal(page, 2);
    assert.deepEqual([refused.code, refused.paths], ["damaged", ["large.bin"]]);

    for (const [n, print] of [
      [1, before],
      [3, after],
    ] as const) {
      assert.equal((await call(page, "lookup", `/drafts/d_1/c/${n}`)).state, "found");
      await call(page, "restore", n);
      assert.equal(await call(page, "workspacePrint"), print);
    }
    await call(page, "restore", 2, ["a.ts", "b.ts"]);
    assert.deepEqual(await call(page, "texts"), { "a.ts": "2\n", "b.ts": "1\n" });
    await call(page, "put", { "c.ts": "new\n" });
    assert.notEqual((await call(page, "capture", "message", "goes on")).checkpoint, null);
  }));

for (const raise of ["raiseDatabaseVersion", "raiseRecordFormat"] as const) {
  test(`KEEP7: newer_format after ${raise}, and nothing is touched`, () =>
    lab.withPage(async (page) => {
      await call(page, "open");
      await call(page, "put", { "a.ts": "1\n" });
      await call(page, "capture", "message", "one");
      await call(page, "close");
      await call(page, raise);
      const untouched = await call(page, "databasePrint");
      await page.reload();
      await assert.rejects(
        async () => {
          await call(page, "open");
          await call(page, "put", { "a.ts": "2\n" });
          await call(page, "capture", "message", "two");
        },
        { code: "newer_format" },
      );
      await page.reload();
      assert.equal(await call(page, "databasePrint"), untouched);
    }));
}

test("KEEP2: deleting a draft leaves none of its records, and the other draft whole", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { draft: "other" });
    await call(page, "put", { "a.ts": "1\n" });
    await call(page, "capture", "message", "one");
    const print = await call(page, "print", 1);
    const alone = await call(page, "recordCounts");
    await call(page, "close");

    await call(page, "open", { draft: "d_1" });
    await call(page, "capture", "message", "one");
    await call(page, "put", { "a.ts": "2\n" });
    await call(page, "capture", "message", "two");
    await call(page, "deleteDraft", "d_1");
    assert.deepEqual(await call(page, "recordCounts"), alone);
    assert.deepEqual(
      (await call(page, "drafts")).map(({ id }) => id),
      ["other"],
    );
    assert.equal((await call(page, "lookup", "/drafts/d_1/c/1")).state, "not_on_this_device");
    await call(page, "close");
    await call(page, "open", { draft: "other" });
    assert.equal(await call(page, "print", 1), print);
  }));

/** Why checkpoint `n` cannot be restored whole: in the plan, or as the error of making one. */
async function refusal(
  page: Page,
  n: number,
): Promise<{ code: string | undefined; paths: readonly string[] | undefined }> {
  try {
    const { refused } = await call(page, "plan", n);
    assert.ok(refused);
    return refused;
  } catch (thrown) {
    return thrown as { code: string | undefined; paths: readonly string[] | undefined };
  }
}
