// O1, K3 on the page: the agent is at work in one tab, and another tab has the same draft open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectConversation, opened } from "./agent/visit.js";
import { callDraft as call } from "./call.js";
import { agentLab } from "./lab.js";

const lab = agentLab();

test("O1, K3: while the agent works in one tab, the other one's rewind is refused with its name", () =>
  lab.withPage(async (page, browser) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    const other = await browser.open(page.url());
    const elsewhere = await opened(other);
    await agent.send("slowly, 300 seconds, write notes.md: three");
    await agent.state("Working…");
    const { refused } = await call(other, "planResume", 1);
    assert.equal(refused?.code, "agent_working");
    assert.match(refused?.message ?? "", /Practice agent/);
    await elsewhere.send("write notes.md: from the other tab");
    await other.getByText("is at work in another tab").waitFor();
    assert.equal(await elsewhere.input.inputValue(), "write notes.md: from the other tab");
    await agent.stop.click();
    await agent.ready();
    assert.equal((await call(other, "planResume", 1)).refused, null);
    // And when it is rewound there, the first tab's agent forgets too.
    await call(other, "resume", 1);
    await expectConversation(page, ["write notes.md: one"]);
    await agent.ready();
    assert.deepEqual(await agent.memory(), ["write notes.md: one"]);
  }));

test("O1: a forced rewind in another tab ends the turn here, and what that still did is nobody's turn", () =>
  lab.withPage(async (page, browser) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    const other = await browser.open(page.url());
    await opened(other);
    await agent.send("slowly, 2 seconds, write late.md: three");
    await agent.state("Working…");
    await call(other, "resume", 1, true);
    await page.getByText("The conversation was moved while Practice agent worked").waitFor();
    await expectConversation(page, ["write notes.md: one"]);
    await agent.ready();
    // Longer than the turn would have taken.
    await page.waitForTimeout(2500);
    const seen = await call(page, "seen");
    assert.deepEqual(seen.files, { "notes.md": "one" });
    assert.deepEqual(seen.remembers, ["write notes.md: one"]);
    assert.deepEqual(await agent.memory(), ["write notes.md: one"]);
  }));
