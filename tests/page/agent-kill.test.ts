// D1, H1, G1 on the page: the browser is killed at random moments of rewinds, and in the middle of a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Seen } from "./agent/agent-draft.js";
import { opened } from "./agent/visit.js";
import type { Chromium } from "./browser.js";
import { callDraft as call } from "./call.js";
import { randomNumbers } from "./harness/random.js";
import { agentLab } from "./lab.js";

const lab = agentLab();
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 20);
const SEED = Number(process.env["KILL_SEED"] ?? 1);
const FILES = 30;

test(`D1, H1: killed ${ROUNDS} times in rewinds, files and conversation always agree`, async () => {
  const random = randomNumbers(SEED);
  let killed = await Killed.begin();
  let interrupted = 0;
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const said = (await killed.inRewinds(100 + random() * 900)) ?? (await killed.agrees(round));
    if (said.lost !== null) {
      // Chromium itself removes a database that its kills have damaged. That it says so is all that can be had then.
      console.log(`round ${round}: ${said.lost}`);
      lost += 1;
      killed = await Killed.begin();
    }
    interrupted += said.interrupted ? 1 : 0;
  }
  console.log(`${interrupted} of ${ROUNDS} kills cut off a rewind; ${lost} times the browser had lost its database`);
  assert.ok(lost <= 1 + ROUNDS / 20, "the browser loses more than it ever did");
});

test("G1: a turn whose browser was killed has the files that its agent wrote by then, by name", async () => {
  const profile = lab.profile();
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await opened(page);
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`file${1000 + at}.md`, `text ${at}`]));
  await call(page, "beginAndWrite", "write them all", many);
  await first.kill();
  const next = await lab.browser(profile);
  const again = await next.open(lab.origin);
  await opened(again);
  await again.locator("[data-turn='1'][data-state='unfinished']").waitFor();
  const [turn] = await call(again, "turns");
  assert.deepEqual([turn?.state, [...(turn?.writes ?? [])].sort()], ["unfinished", Object.keys(many)]);
  assert.deepEqual((await call(again, "seen")).files, many);
  await next.close();
});

/** What a round came to. */
interface Said {
  /** The browser's words about a database that it removed. */
  readonly lost: string | null;
  readonly interrupted: boolean;
}

/** A draft with two turns whose browser is killed again and again. */
class Killed {
  readonly #profile: string;
  readonly #ends: Seen;

  static async begin(): Promise<Killed> {
    const profile = lab.profile();
    const browser = await lab.browser(profile);
    const page = await browser.open(lab.origin);
    const agent = await opened(page);
    for (const [text, times] of [
      ["one", 1],
      ["two", 200],
    ] as const) {
      for (let at = 0; at < FILES; at++) {
        await call(page, "write", `file${at}.txt`, `${text} ${at}`.repeat(times));
      }
      await agent.ask(`write turn.md: ${text}`);
    }
    const ends = await call(page, "seen");
    await browser.close();
    return new Killed(profile, ends);
  }

  private constructor(profile: string, ends: Seen) {
    this.#profile = profile;
    this.#ends = ends;
  }

  /** Goes back and forth until the browser is killed. `null`: so it was. */
  async inRewinds(delay: number): Promise<Said | null> {
    const [browser, page] = await this.#open();
    const lost = await call(page, "lost");
    if (lost !== null) {
      await browser.kill();
      return { lost, interrupted: false };
    }
    let ended: string | null = null;
    let dead = false;
    void call(page, "backAndForth").then(
      (why) => {
        ended = dead ? null : why;
      },
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, delay));
    dead = true;
    await browser.kill();
    assert.equal(ended, null, "the rewinds ended by themselves");
    return null;
  }

  /** Opens it after a kill: what was cut off is ended one way or the other, and files and conversation agree. */
  async agrees(round: number): Promise<Said> {
    const [browser, page] = await this.#open();
    const lost = await call(page, "lost");
    if (lost !== null) {
      await browser.kill();
      return { lost, interrupted: false };
    }
    const interrupted = await call(page, "recover", round % 2 === 0 ? "finish" : "rollBack");
    const seen = await call(page, "seen");
    const isTwo = seen.prompts.length === 2;
    const what = `round ${round}, ${interrupted ? "cut off" : "not cut off"}`;
    assert.deepEqual(summary(seen), isTwo ? ["two"] : ["one"], what);
    assert.deepEqual(seen.remembers, this.#ends.prompts.slice(0, seen.prompts.length), what);
    if (!isTwo) {
      await call(page, "undo");
    }
    assert.deepEqual(await call(page, "seen"), this.#ends, what);
    await browser.close();
    return { lost, interrupted };
  }

  async #open(): Promise<[Chromium, Page]> {
    const browser = await lab.browser(this.#profile);
    const page = await browser.open(lab.origin);
    await opened(page);
    return [browser, page];
  }
}

/** Which states the files are of: one, when they agree. Else each file by its name. */
function summary({ files }: Seen): string[] {
  const stateOf = (path: string, text: string): string => {
    const at = /\d+/.exec(path)?.[0];
    const whole = {
      one: at === undefined ? "one" : `one ${at}`,
      two: at === undefined ? "two" : `two ${at}`.repeat(200),
    };
    return text === whole.one ? "one" : text === whole.two ? "two" : `${path} holds ${text.length} characters`;
  };
  const expected = [...Array.from({ length: FILES }, (_, at) => `file${at}.txt`), "turn.md"];
  const states = new Map(
    expected.map((path) => [path, files[path] === undefined ? `${path} is not there` : stateOf(path, files[path])]),
  );
  const all = [...new Set(states.values())];
  return all.length === 1 && Object.keys(files).length === expected.length
    ? all
    : [...states].map(([path, state]) => `${path}: ${state}`);
}
