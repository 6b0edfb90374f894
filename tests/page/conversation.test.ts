// The conversation goes back with the files, in a real browser: over a reload, and with an agent at work in another tab.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Chromium } from "./browser.js";
import { call, type PageFault } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

async function turn(page: Page, id: string, memory: string): Promise<number> {
  await call(page, "beginTurn", id, "Owl");
  await call(page, "put", { "a.ts": id });
  const { checkpoint } = await call(page, "endTurn", id, memory);
  return checkpoint?.n ?? 0;
}

/** A draft in two tabs, with a turn that `one` ran and an edit that `two` made since. */
async function twoTabs(one: Page, browser: Chromium): Promise<{ readonly two: Page; readonly n: number }> {
  const two = await browser.open(lab.origin);
  await call(one, "open", { worker: true });
  await call(two, "open", {});
  const n = await turn(one, "t1", "one");
  await call(two, "put", { "a.ts": "other" });
  return { two, n };
}

const here = async (page: Page): Promise<unknown> => [
  await call(page, "texts"),
  await call(page, "remembered"),
  (await call(page, "turns")).map(({ id, place, state }) => `${id} ${place} ${state}`),
  (await call(page, "branches")).map(({ label, checkpoint }) => `${label}: ${checkpoint}`),
];

for (const worker of [false, true]) {
  test(`D2: ${worker ? "in a worker" : "in the page"}: a rewind is the same after a reload`, () =>
    lab.withPage(async (page) => {
      const opening = { worker, workspace: "opfs" } as const;
      await call(page, "open", opening);
      const first = await turn(page, "t1", "one");
      await turn(page, "t2", "one two");
      await turn(page, "t3", "one two three");
      const receipt = await call(page, "resume", first);
      assert.equal(receipt.conversation?.prompt, "ask t2");
      const before = await here(page);
      assert.deepEqual(before, [
        { "a.ts": "t1" },
        "one",
        ["t3 parked done", "t2 parked done", "t1 live done"],
        [`Branch from turn 1, 2 later turns: ${receipt.safety}`],
      ]);
      await page.reload();
      await call(page, "open", opening);
      assert.deepEqual(await here(page), before);
      const [branch] = await call(page, "branches");
      await call(page, "resumeBranch", branch?.id ?? "");
      assert.deepEqual(
        [await call(page, "texts"), await call(page, "remembered")],
        [{ "a.ts": "t3" }, "one two three"],
      );
      await call(page, "undo");
      assert.deepEqual([await call(page, "texts"), await call(page, "remembered")], [{ "a.ts": "t1" }, "one"]);
    }));
}

test("O1: an agent at work in another tab stops a restore by its name, until it is done or its tab is gone", () =>
  lab.withPage(async (one, browser) => {
    const { two, n } = await twoTabs(one, browser);
    for (const done of ["ended", "closed"]) {
      await call(one, "beginTurn", `until ${done}`, "Owl");
      assert.equal((await call(two, "plan", n)).refused?.code, "agent_working");
      await assert.rejects(call(two, "resume", n), (error: PageFault) => {
        assert.equal(error.code, "agent_working");
        assert.match(error.message, /Owl/);
        return true;
      });
      assert.match((await call(two, "rows"))[0]?.actions.restore.why ?? "", /Owl/);
      assert.equal((await call(two, "turns"))[0]?.state, "begun");
      await (done === "ended" ? call(one, "endTurn", `until ${done}`, "two") : one.close());
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.equal((await call(two, "plan", n)).refused, null);
    }
    assert.equal((await call(two, "turns"))[0]?.state, "unfinished");
    assert.equal((await call(two, "resume", n)).conversation?.turnsLeft, 2);
  }));

test("O1: a turn that could not be begun leaves its session as it was: at rest, or at work", () =>
  lab.withPage(async (one, browser) => {
    const { two, n } = await twoTabs(one, browser);
    await assert.rejects(call(one, "beginTurn", "t1", "Owl"), { code: "bad_argument" });
    assert.equal((await call(two, "plan", n)).refused, null);
    await call(one, "beginTurn", "t2", "Owl");
    await assert.rejects(call(one, "beginTurn", "t1", "Owl"), { code: "bad_argument" });
    assert.equal((await call(two, "plan", n)).refused?.code, "agent_working");
    await call(one, "endTurn", "t2", "two");
    assert.equal((await call(two, "plan", n)).refused, null);
  }));

test("O1: a turn that nobody ended holds up no restore, here or in another tab, once the next one has ended", () =>
  lab.withPage(async (one, browser) => {
    const { two, n } = await twoTabs(one, browser);
    await call(one, "beginTurn", "died", "Owl");
    await call(one, "beginTurn", "next", "Owl");
    for (const tab of [one, two]) {
      assert.equal((await call(tab, "plan", n)).refused?.code, "agent_working");
    }
    await call(one, "endTurn", "next", "two");
    for (const tab of [one, two]) {
      assert.equal((await call(tab, "plan", n)).refused, null);
    }
  }));
