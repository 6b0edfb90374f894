// REST11, KEEP7: the browser is killed at random moments of captures and restores.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { call } from "./call.js";
import { randomNumbers } from "./harness/random.js";
import type { Saved } from "./harness/loop.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 30);
/** Of first captures: each starts a browser twice. */
const FIRST_ROUNDS = Math.max(8, Math.floor(ROUNDS / 4));
const SEED = Number(process.env["KILL_SEED"] ?? 1);

test(`REST11: killed ${ROUNDS} times, nothing that was reported saved is lost, and each restore ends one way or the other`, async () => {
  const random = randomNumbers(SEED);
  const profile = lab.profile();
  const saved: Saved[] = [];
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await runAndKill(profile, round, 100 + random() * 1400, saved);
    const browser = await lab.browser(profile);
    const page = await browser.open(lab.origin);
    await call(page, "open", { workspace: "opfs", keep: 1000 });
    if (await endInterrupted(page, interrupted % 2 === 0 ? "finish" : "rollBack")) {
      interrupted += 1;
    }
    await checkSaved(page, saved);
    await browser.close();
  }
  console.log(`${saved.length} checkpoints were reported saved; ${interrupted} restores were cut off`);
  assert.ok(saved.length >= ROUNDS, "the rounds did enough");
  assert.ok(interrupted > 0, "at least one kill hit a restore");
});

test("S1: killed in the middle of a first capture of megabytes, the draft has all of it or nothing", async () => {
  const random = randomNumbers(SEED);
  const profile = lab.profile();
  const outcomes: ("all" | "nothing")[] = [];
  for (let round = 0; round < FIRST_ROUNDS; round++) {
    const draft = `first_${round}`;
    const first = await lab.browser(profile);
    const page = await first.open(lab.origin);
    await call(page, "open", { draft, worker: round % 2 === 1 });
    await call(page, "put", manyFiles(random));
    const print = await call(page, "workspacePrint");
    void call(page, "capture", "message", "everything").catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, (round / FIRST_ROUNDS) * 200 + random() * 10));
    await first.kill();

    const next = await lab.browser(profile);
    const again = await next.open(lab.origin);
    await call(again, "open", { draft });
    const numbers = (await call(again, "rows")).map(({ n }) => n);
    if (numbers.length > 0) {
      assert.deepEqual(numbers, [1], draft);
      assert.equal(await call(again, "print", 1), print, draft);
    }
    outcomes.push(numbers.length > 0 ? "all" : "nothing");
    await next.close();
  }
  assert.ok(outcomes.includes("nothing"), `at least one kill came in time: ${outcomes.join(", ")}`);
});

/** About 6 MB, which is written while it is made. */
function manyFiles(random: () => number): Record<string, string> {
  const line = (): string => `const value${Math.floor(random() * 1e6)} = ${random()};\n`;
  return Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [`src/file${at}.ts`, Array.from({ length: 240 }, line).join("")]),
  );
}

async function runAndKill(profile: string, round: number, delay: number, saved: Saved[]): Promise<void> {
  const browser = await lab.browser(profile);
  await browser.context.exposeFunction("saved", (report: Saved) => void saved.push(report));
  const page = await browser.open(lab.origin);
  await call(page, "open", { workspace: "opfs", keep: 1000, worker: round % 2 === 1 });
  let failure: unknown;
  let dead = false;
  void call(page, "runUntilKilled", SEED * 1000 + round).catch((thrown: unknown) => {
    failure = dead ? undefined : thrown;
  });
  await new Promise((resolve) => setTimeout(resolve, delay));
  dead = true;
  await browser.kill();
  assert.equal(failure, undefined, "the loop ended by itself");
}

/** Ends a restore that was cut off, and checks that the files are exactly the one tree or the other. */
async function endInterrupted(page: Page, way: "finish" | "rollBack"): Promise<boolean> {
  const found = await call(page, "interrupted");
  if (found === null) {
    return false;
  }
  await call(page, "recover", way);
  const print = await call(page, "workspacePrint");
  assert.equal(print, await call(page, "print", way === "finish" ? found.n : found.safety), way);
  assert.equal(await call(page, "interrupted"), null);
  return true;
}

async function checkSaved(page: Page, saved: readonly Saved[]): Promise<void> {
  const kept = new Set((await call(page, "rows")).map(({ n }) => n));
  for (const { n, print } of saved) {
    assert.ok(kept.has(n), `checkpoint ${n} was reported saved and is gone`);
    assert.equal(await call(page, "print", n), print, `checkpoint ${n} is not what it was`);
  }
}
