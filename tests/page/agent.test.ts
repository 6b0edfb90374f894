// CAP2, CAP3, CONV1 to CONV9 on the page: prompts, rewinds, what the agent still knows, reloads, kills and two tabs.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { AgentDraft, Seen } from "./agent/agent-draft.js";
import type {} from "./agent/main.js";
import { randomNumbers } from "./harness/random.js";
import { agentLab } from "./lab.js";

const lab = agentLab();
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 20);
const SEED = Number(process.env["KILL_SEED"] ?? 1);

test("CAP2, CAP3: each prompt is a turn with its checkpoint, and what a person changed before it is theirs", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await page.getByText("This is a practice agent").waitFor();
    await ask(page, "write notes.md: hello");
    await call(page, "write", "mine.txt", "by hand");
    await ask(page, "run checkpoint Half way && echo more >> notes.md");
    const turns = await call(page, "turns");
    assert.deepEqual(
      turns.map(({ prompt, state, number }) => [prompt, state, number]),
      [
        ["write notes.md: hello", "done", 1],
        ["run checkpoint Half way && echo more >> notes.md", "done", 2],
      ],
    );
    const rows = (await call(page, "rows")).reverse();
    assert.deepEqual(
      rows.map(({ turn, filesChanged }) => [turn?.number ?? null, filesChanged]),
      [
        // The draft as it was before the first prompt: empty.
        [null, 0],
        [1, 1],
        [null, 1],
        [2, 0],
        [2, 1],
      ],
    );
    assert.deepEqual(turns[0]?.writes, ["notes.md"]);
    assert.deepEqual(turns[1]?.writes, ["notes.md"]);
  }));

test("CONV1, CONV6, CONV8, D2: after a rewind the files, the agent and the input are those of that turn", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await ask(page, "write other.md: three");
    assert.deepEqual(await memory(page), ["write notes.md: one", "write notes.md: two", "write other.md: three"]);
    const receipt = await call(page, "resume", 1);
    assert.equal(receipt.conversation?.turnsLeft, 3);
    await ready(page);
    assert.equal(await input(page).inputValue(), "write notes.md: two");
    await page.getByText("The agent is told what it no longer remembers").waitFor();
    const seen = await call(page, "seen");
    assert.deepEqual(seen.files, { "notes.md": "one" });
    await expectConversation(page, ["write notes.md: one"]);
    // With what is left out of the input, so that only this question is asked.
    assert.deepEqual(await memory(page), ["write notes.md: one"]);
    const [branch, ...more] = await call(page, "branches");
    assert.deepEqual(more, []);
    assert.equal(branch?.label, "Branch from turn 1, 3 later turns");
  }));

test("D1, D2: a reload shows what was there before it, after a rewind, a swap, an undo and a redo", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    const atTwo = await call(page, "seen");
    await call(page, "resume", 1);
    const atOne = await reloads(page);
    assert.deepEqual(atOne.files, { "notes.md": "one" });
    assert.deepEqual(atOne.remembers, atOne.prompts);
    const [branch] = await call(page, "branches");
    await call(page, "resumeBranch", branch?.id ?? "");
    assert.deepEqual(await reloads(page), atTwo);
    await call(page, "undo");
    assert.deepEqual(await reloads(page), atOne);
    await call(page, "redo");
    assert.deepEqual(await reloads(page), atTwo);
    assert.deepEqual(await memory(page), ["write notes.md: one", "write notes.md: two"]);
  }));

test("D2: a conversation that is moved in the terminal is followed too", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await call(page, "resume", 1);
    await ready(page);
    assert.equal(await call(page, "terminal", "checkpoint undo"), 0);
    await expectConversation(page, ["write notes.md: one", "write notes.md: two"]);
    await ready(page);
    await input(page).fill("");
    assert.deepEqual(await memory(page), ["write notes.md: one", "write notes.md: two"]);
  }));

test("CONV9: an agent that died in a turn is not started again, and what it had is kept", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await send(page, "die after write half.md: half");
    await page.getByText("ended unexpectedly").waitFor();
    await state(page, "Ended");
    const [, died] = await call(page, "turns");
    assert.equal(died?.state, "stopped");
    assert.equal(died?.checkpoints.length, 1);
    assert.equal(await call(page, "busy"), null);
    assert.deepEqual((await call(page, "seen")).files, { "notes.md": "one", "half.md": "half" });
    // The next prompt starts it, from what was committed.
    assert.deepEqual(await memory(page), ["write notes.md: one"]);
  }));

test("a turn that fails, one that asks, and one that is stopped each end as what they are", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await send(page, "fail after write a.md: half");
    await page.locator("[data-turn='2'][data-state='failed']").waitFor();
    await send(page, "ask which colour");
    await state(page, "Waiting for your answer");
    assert.equal(await call(page, "busy"), "Practice agent");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await ready(page);
    assert.equal(await call(page, "busy"), null);
    await send(page, "slowly, 300 seconds, write b.md: never");
    await state(page, "Working…");
    const { refused } = await call(page, "planResume", 1);
    assert.equal(refused?.code, "agent_working");
    assert.match(refused?.message ?? "", /Practice agent/);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("[data-turn='4'][data-state='stopped']").waitFor();
    await ready(page);
    assert.deepEqual((await call(page, "seen")).files, { "notes.md": "one", "a.md": "half" });
    assert.equal((await call(page, "planResume", 1)).refused, null);
  }));

test("a turn whose tab was closed is there after a reload, marked, with what it had", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await send(page, "slowly, 300 seconds, write a.md: never");
    await state(page, "Working…");
    await call(page, "write", "mine.md", "typed meanwhile");
    await page.reload();
    await opened(page);
    await page.locator("[data-turn='1'][data-state='unfinished']").waitFor();
    await page.getByText("it was begun and never ended").waitFor();
    assert.equal(await call(page, "busy"), null);
    assert.deepEqual((await call(page, "seen")).files, { "mine.md": "typed meanwhile" });
  }));

test("what is typed and not sent outlives a reload, and a prompt that comes back does not replace it", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await input(page).fill("half a thought");
    await page.reload();
    await opened(page);
    assert.equal(await input(page).inputValue(), "half a thought");
    await call(page, "resume", 1);
    await ready(page);
    assert.equal(await input(page).inputValue(), "write notes.md: two\n\nhalf a thought");
  }));

test(`D1, H1: killed ${ROUNDS} times in rewinds, files and conversation always agree`, async () => {
  const random = randomNumbers(SEED);
  const profile = lab.profile();
  const first = await lab.browser(profile);
  const page = await first.open(lab.origin);
  await opened(page);
  for (let at = 0; at < 30; at++) {
    await call(page, "write", `file${at}.txt`, `one ${at}`);
  }
  await ask(page, "write turn.md: one");
  for (let at = 0; at < 30; at++) {
    await call(page, "write", `file${at}.txt`, `two ${at}`.repeat(200));
  }
  await ask(page, "write turn.md: two");
  const ends = await call(page, "seen");
  await first.close();
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await killInRewinds(profile, 100 + random() * 900);
    const browser = await lab.browser(profile);
    const next = await browser.open(lab.origin);
    await opened(next);
    if (await call(next, "recover", round % 2 === 0 ? "finish" : "rollBack")) {
      interrupted += 1;
    }
    const seen = await call(next, "seen");
    const isTwo = seen.prompts.length === 2;
    assert.equal(seen.files["turn.md"], isTwo ? "two" : "one", `round ${round}`);
    assert.deepEqual(seen.remembers, ends.prompts.slice(0, seen.prompts.length), `round ${round}`);
    for (let at = 0; at < 30; at++) {
      assert.equal(seen.files[`file${at}.txt`], isTwo ? `two ${at}`.repeat(200) : `one ${at}`, `round ${round}`);
    }
    if (!isTwo) {
      await call(next, "undo");
    }
    assert.deepEqual(await call(next, "seen"), ends, `round ${round}`);
    await browser.close();
  }
  console.log(`${interrupted} of ${ROUNDS} kills cut off a rewind`);
});

test("O1, K3: while the agent works in one tab, the other one's rewind is refused with its name", () =>
  lab.withPage(async (page, browser) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    const other = await browser.open(page.url());
    await opened(other);
    await send(page, "slowly, 300 seconds, write notes.md: three");
    await state(page, "Working…");
    const { refused } = await call(other, "planResume", 1);
    assert.equal(refused?.code, "agent_working");
    assert.match(refused?.message ?? "", /Practice agent/);
    await send(other, "write notes.md: from the other tab");
    await other.getByText("is at work in another tab").waitFor();
    assert.equal(await input(other).inputValue(), "write notes.md: from the other tab");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await ready(page);
    assert.equal((await call(other, "planResume", 1)).refused, null);
    // And when it is rewound there, the first tab's agent forgets too.
    await call(other, "resume", 1);
    await expectConversation(page, ["write notes.md: one"]);
    await ready(page);
    assert.deepEqual(await memory(page), ["write notes.md: one"]);
  }));

test("O1: a forced rewind in another tab ends the turn here, and what that still did is nobody's turn", () =>
  lab.withPage(async (page, browser) => {
    await opened(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    const other = await browser.open(page.url());
    await opened(other);
    await send(page, "slowly, 2 seconds, write late.md: three");
    await state(page, "Working…");
    await call(other, "resume", 1, true);
    await page.getByText("The conversation was moved while Practice agent worked").waitFor();
    await expectConversation(page, ["write notes.md: one"]);
    await ready(page);
    // Longer than the turn would have taken.
    await page.waitForTimeout(2500);
    const seen = await call(page, "seen");
    assert.deepEqual(seen.files, { "notes.md": "one" });
    assert.deepEqual(seen.remembers, ["write notes.md: one"]);
    assert.deepEqual(await memory(page), ["write notes.md: one"]);
  }));

test("the panel is no wider than a narrow window, and its parts have names", () =>
  lab.withPage(async (page) => {
    await opened(page);
    await ask(page, `write ${"a-very-long-name".repeat(10)}.md: hello`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} px in a window of ${width}`);
    }
    await page.getByRole("textbox", { name: "Prompt for Practice agent" }).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
  }));

type Methods = {
  [Name in keyof AgentDraft]: AgentDraft[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof AgentDraft];
type Given<Name extends keyof AgentDraft> = AgentDraft[Name] extends (...given: infer All) => unknown ? All : never;
type Answer<Name extends keyof AgentDraft> = AgentDraft[Name] extends (...given: never[]) => infer One
  ? Awaited<One>
  : never;

/** Calls the draft in the page. */
async function call<Name extends Methods>(page: Page, name: Name, ...given: Given<Name>): Promise<Answer<Name>> {
  return (await page.evaluate(
    async ({ name, given }) => {
      const draft = window.draft as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
      return draft[name]?.(...given);
    },
    { name, given: given as unknown[] },
  )) as Answer<Name>;
}

async function opened(page: Page): Promise<void> {
  await page.waitForFunction(() => window.draft !== undefined);
}

function input(page: Page): ReturnType<Page["getByRole"]> {
  return page.getByRole("textbox", { name: "Prompt for Practice agent" });
}

async function send(page: Page, prompt: string): Promise<void> {
  await input(page).fill(prompt);
  await input(page).press("Enter");
}

async function state(page: Page, words: string): Promise<void> {
  await page.locator(".agent-head [role=status]").getByText(words, { exact: true }).waitFor();
}

async function ready(page: Page): Promise<void> {
  await state(page, "Ready");
}

/** Sends a prompt, and waits until its turn is over. */
async function ask(page: Page, prompt: string): Promise<void> {
  const before = await page.locator(".agent-turn").count();
  await send(page, prompt);
  await page.locator(`.agent-turn:nth-child(${before + 1})[data-state=done]`).waitFor();
  await ready(page);
}

/** What the agent says that it was asked. */
async function memory(page: Page): Promise<string[]> {
  await ask(page, "what did I ask?");
  const answer = (await page.locator(".agent-answer").last().textContent()) ?? "";
  return answer
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/^\d+\. /, ""));
}

async function expectConversation(page: Page, prompts: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll(".agent-turn .agent-prompt")];
    return shown.map(({ textContent }) => (textContent ?? "").replace("You: ", "")).join("\0") === wanted;
  }, prompts.join("\0"));
}

async function reloads(page: Page): Promise<Seen> {
  const before = await call(page, "seen");
  await page.reload();
  await opened(page);
  assert.deepEqual(await call(page, "seen"), before);
  await expectConversation(page, before.prompts);
  return before;
}

async function killInRewinds(profile: string, delay: number): Promise<void> {
  const browser = await lab.browser(profile);
  const page = await browser.open(lab.origin);
  await opened(page);
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
}
