// KEEP7: a full disk.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { call } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

test("KEEP7: a first capture of many files that a full disk refuses leaves nothing, and goes well after room is made", () =>
  lab.withPage(async (page, browser) => {
    const session = await browser.context.newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: lab.origin, quotaSize: 2_000_000 });
    await call(page, "open", { worker: true });
    const text = (seed: number): string => randomBytes(6_000).toString("base64") + seed;
    const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`src/file${at}.ts`, text(at)]));
    await call(page, "put", files);
    await assert.rejects(call(page, "capture", "message", "too much"), { code: "quota_exceeded" });
    assert.deepEqual(await call(page, "rows"), []);
    await session.send("Storage.overrideQuotaForOrigin", { origin: lab.origin });
    await page.reload();
    await call(page, "open", { worker: true });
    assert.deepEqual(await call(page, "rows"), []);
    await call(page, "put", files);
    const { checkpoint } = await call(page, "capture", "message", "room now");
    assert.equal(checkpoint?.n, 1);
    assert.equal(await call(page, "print", 1), await call(page, "workspacePrint"));
  }));

test("KEEP7: a full disk fails the capture, spares what was saved, and after room is made the next one works", () =>
  lab.withPage(async (page, browser) => {
    const session = await browser.context.newCDPSession(page);
    const setQuota = (bytes?: number): Promise<unknown> =>
      session.send("Storage.overrideQuotaForOrigin", {
        origin: lab.origin,
        ...(bytes === undefined ? {} : { quotaSize: bytes }),
      });
    // Before the database is opened: Chromium remembers for half a minute how much room it found.
    await setQuota(3_000_000);
    await call(page, "open", { worker: true });
    await call(page, "put", { "a.ts": "1\n", "b.ts": "1\n" });
    await call(page, "capture", "message", "fits");
    const fits = await call(page, "print", 1);

    await call(page, "putRandom", "large.bin", 8_000_000, 1);
    await assert.rejects(call(page, "capture", "message", "too much"), { code: "quota_exceeded" });
    assert.deepEqual(
      (await call(page, "rows")).map(({ n }) => n),
      [1],
    );
    assert.equal(await call(page, "print", 1), fits);

    await page.reload();
    await call(page, "open", { worker: true });
    assert.equal(await call(page, "print", 1), fits);

    await setQuota();
    await call(page, "put", { "a.ts": "1\n", "b.ts": "2\n" });
    await call(page, "putRandom", "large.bin", 8_000_000, 1);
    const { checkpoint } = await call(page, "capture", "message", "room again");
    assert.equal(await call(page, "print", checkpoint?.n ?? 0), await call(page, "workspacePrint"));
  }));
