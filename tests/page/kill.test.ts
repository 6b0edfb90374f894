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
