// CAP2, CAP3, CONV1 to CONV9 on the page: prompts, rewinds, what the agent still knows, and reloads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectConversation, opened, reloads } from "./agent/visit.js";
import { callDraft as call } from "./call.js";
import { agentLab } from "./lab.js";

const lab = agentLab();

test("CAP2, CAP3: each prompt is a turn with its checkpoint, and what a person changed before it is theirs", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await page.getByText("This is a practice agent").waitFor();
    await agent.ask("write notes.md: hello");
    await call(page, "write", "mine.txt", "by hand");
    await agent.ask("run checkpoint Half way && echo more >> notes.md");
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
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    await agent.ask("write other.md: three");
    assert.deepEqual(await agent.memory(), ["write notes.md: one", "write notes.md: two", "write other.md: three"]);
    const receipt = await call(page, "resume", 1);
    assert.equal(receipt.conversation?.turnsLeft, 3);
    await agent.ready();
    assert.equal(await agent.input.inputValue(), "write notes.md: two");
    await page.getByText("The agent is told what it no longer remembers").waitFor();
    const seen = await call(page, "seen");
    assert.deepEqual(seen.files, { "notes.md": "one" });
    await expectConversation(page, ["write notes.md: one"]);
    // With what is left out of the input, so that only this question is asked.
    assert.deepEqual(await agent.memory(), ["write notes.md: one"]);
    const [branch, ...more] = await call(page, "branches");
    assert.deepEqual(more, []);
    assert.equal(branch?.label, "Branch from turn 1, 3 later turns");
  }));

test("D1, D2: a reload shows what was there before it, after a rewind, a swap, an undo and a redo", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
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
    assert.deepEqual(await agent.memory(), ["write notes.md: one", "write notes.md: two"]);
  }));

test("D2: a conversation that is moved in the terminal is followed too", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    await call(page, "resume", 1);
    await agent.ready();
    assert.equal(await call(page, "terminal", "checkpoint undo"), 0);
    await expectConversation(page, ["write notes.md: one", "write notes.md: two"]);
    await agent.ready();
    await agent.input.fill("");
    assert.deepEqual(await agent.memory(), ["write notes.md: one", "write notes.md: two"]);
  }));

test("CONV9: an agent that died in a turn is not started again, and what it had is kept", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.send("die after write half.md: half");
    await page.getByText("ended unexpectedly").waitFor();
    await agent.state("Ended");
    const [, died] = await call(page, "turns");
    assert.equal(died?.state, "stopped");
    assert.equal(died?.checkpoints.length, 1);
    assert.equal(await call(page, "busy"), null);
    assert.deepEqual((await call(page, "seen")).files, { "notes.md": "one", "half.md": "half" });
    // The next prompt starts it, from what was committed.
    assert.deepEqual(await agent.memory(), ["write notes.md: one"]);
  }));

test("a turn that fails, one that asks, and one that is stopped each end as what they are", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.send("fail after write a.md: half");
    await page.locator("[data-turn='2'][data-state='failed']").waitFor();
    await agent.send("ask which colour");
    await agent.state("Waiting for your answer");
    assert.equal(await call(page, "busy"), "Practice agent");
    await agent.stop.click();
    await agent.ready();
    assert.equal(await call(page, "busy"), null);
    await agent.send("slowly, 300 seconds, write b.md: never");
    await agent.state("Working…");
    const { refused } = await call(page, "planResume", 1);
    assert.equal(refused?.code, "agent_working");
    assert.match(refused?.message ?? "", /Practice agent/);
    await agent.stop.click();
    await page.locator("[data-turn='4'][data-state='stopped']").waitFor();
    await agent.ready();
    assert.deepEqual((await call(page, "seen")).files, { "notes.md": "one", "a.md": "half" });
    assert.equal((await call(page, "planResume", 1)).refused, null);
  }));

test("a turn whose tab was closed is there after a reload, marked, with what it had", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.send("slowly, 300 seconds, write a.md: never");
    await agent.state("Working…");
    await call(page, "write", "mine.md", "typed meanwhile");
    await page.reload();
    await opened(page);
    await page.locator("[data-turn='1'][data-state='unfinished']").waitFor();
    await page.getByText("it was begun and never ended").waitFor();
    assert.equal(await call(page, "busy"), null);
    assert.deepEqual((await call(page, "seen")).files, { "mine.md": "typed meanwhile" });
  }));

test("D2: attached again after the history's worker was ended in mid-turn, the agent knows what was committed, and no more", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    await agent.send("run echo half > half.md && sleep 300");
    await agent.state("Working…");
    await agent.input.fill("half a thought");
    await call(page, "attachAgain");
    await page.locator("[data-turn='3'][data-state='unfinished']").waitFor();
    assert.equal(await call(page, "busy"), null);
    assert.equal(await agent.input.inputValue(), "half a thought");
    assert.deepEqual(await agent.memory(), ["write notes.md: one", "write notes.md: two"]);
    // What the turn wrote is saved before the next one, and is not called the person's.
    const [newest] = await call(page, "rows");
    assert.deepEqual([newest?.label, newest?.filesChanged], ["Changes before turn 4", 1]);
    await call(page, "resume", 1);
    await agent.ready();
    assert.deepEqual((await call(page, "seen")).files, { "notes.md": "one" });
    await agent.input.fill("");
    assert.deepEqual(await agent.memory(), ["write notes.md: one"]);
  }));

test("what is typed and not sent outlives a reload, and a prompt that comes back does not replace it", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    await agent.input.fill("half a thought");
    await page.reload();
    await opened(page);
    assert.equal(await agent.input.inputValue(), "half a thought");
    await call(page, "resume", 1);
    await agent.ready();
    assert.equal(await agent.input.inputValue(), "write notes.md: two\n\nhalf a thought");
  }));

test("the panel is no wider than a narrow window, and its parts have names", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask(`write ${"a-very-long-name".repeat(10)}.md: hello`);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} px in a window of ${width}`);
    }
    await page.getByRole("textbox", { name: "Prompt for Practice agent" }).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
  }));
