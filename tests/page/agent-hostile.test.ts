// A careless and a hostile user of the agent: two prompts at once, Stop twice, a deleted draft, long and odd prompts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { atRest, expectConversation, opened } from "./agent/visit.js";
import { callDraft as call } from "./call.js";
import { agentLab } from "./lab.js";

const lab = agentLab();

test("K3: two tabs that prompt at once: each prompt is a turn or back in its input, and what is remembered is what was asked", () =>
  lab.withPage(async (page, browser) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    const other = await browser.open(page.url());
    const elsewhere = await opened(other);
    const prompts = ["write a.md: from one tab", "write b.md: from the other"];
    await Promise.all([agent.send(prompts[0] ?? ""), elsewhere.send(prompts[1] ?? "")]);
    await page.waitForTimeout(3000);
    await atRest(page);
    await atRest(other);
    const seen = await call(page, "seen");
    const back = [await agent.input.inputValue(), await elsewhere.input.inputValue()];
    for (const [at, prompt] of prompts.entries()) {
      assert.ok(
        seen.prompts.includes(prompt) || back[at] === prompt,
        `${prompt} is lost: ${JSON.stringify([seen, back])}`,
      );
    }
    for (const prompt of seen.remembers) {
      assert.ok(seen.prompts.includes(prompt), `${prompt} is remembered and no turn`);
    }
    // The conversation goes on in both.
    for (const [tab, user] of [
      [page, agent],
      [other, elsewhere],
    ] as const) {
      await user.input.fill("");
      await atRest(tab);
      await user.ask(`write c.md: ${String(tab === page)}`);
    }
    const after = await call(page, "seen");
    await expectConversation(page, after.prompts);
    await expectConversation(other, after.prompts);
  }));

test("Stop that is pressed twice, and with nothing at work, stops one turn once", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.send("slowly, 300 seconds, write a.md: never");
    await agent.state("Working…");
    await agent.stop.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
      button.closest("agent-panel")?.dispatchEvent(new CustomEvent("agent-stop", { bubbles: true, detail: null }));
    });
    await page.locator("[data-turn='1'][data-state='stopped']").waitFor();
    await agent.ready();
    await page.locator("agent-panel").evaluate((panel) => {
      panel.dispatchEvent(new CustomEvent("agent-stop", { bubbles: true, detail: null }));
    });
    await agent.ask("write a.md: now");
    assert.deepEqual(
      (await call(page, "turns")).map(({ state }) => state),
      ["stopped", "done"],
    );
    assert.equal(await call(page, "busy"), null);
  }));

test("a draft that is deleted while its agent works: the agent ends, nothing hangs, and the next prompt begins anew", () =>
  lab.withPage(async (page, browser) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.send("slowly, 300 seconds, write a.md: never");
    await agent.state("Working…");
    const other = await browser.open(page.url());
    await opened(other);
    await call(other, "deleteHistory");
    await agent.stop.click();
    await agent.ready().catch(() => agent.state("Ended"));
    assert.equal(await call(page, "busy"), null);
    await agent.send("write a.md: new");
    await page.locator(".agent-turn[data-turn='1'][data-state='done']").waitFor();
    assert.deepEqual((await call(page, "seen")).prompts, ["write a.md: new"]);
    assert.equal((await call(page, "rows")).length > 0, true);
  }));

test("I, J: a prompt of 100 kB, of HTML, of escape codes or from right to left is shown as text and comes back whole", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await page.setViewportSize({ width: 420, height: 860 });
    await agent.ask("write notes.md: one");
    const odd = [
      `write long.md: ${"a long word and ".repeat(6250)}`,
      `write <img src=x onerror="document.title='hit'">.md: <b>bold</b>`,
      "write \u202Etxt.exe\u001B[31m.md: \u05E9\u05DC\u05D5\u05DD",
    ];
    for (const prompt of odd) {
      await agent.ask(prompt);
      await call(page, "resume", 1);
      await expectConversation(page, ["write notes.md: one"]);
      await agent.ready();
      assert.equal(await agent.input.inputValue(), prompt);
      assert.notEqual(await page.title(), "hit");
      const { wide, high } = await page.evaluate(() => {
        const panel = document.querySelector("agent-panel")?.getBoundingClientRect();
        return { wide: document.documentElement.scrollWidth, high: panel?.height ?? 0 };
      });
      assert.ok(wide <= 420, `${wide} px wide`);
      assert.ok(high < 5000, `${high} px high`);
      await agent.input.fill("");
    }
  }));

test("D1: undo during start-up, and prompts while the agent starts, leave files and conversation in agreement", () =>
  lab.withPage(async (page) => {
    const agent = await opened(page);
    await agent.ask("write notes.md: one");
    await agent.ask("write notes.md: two");
    await call(page, "resume", 1);
    await page.reload();
    await opened(page);
    await Promise.all(
      [call(page, "undo"), agent.send("write late.md: three").catch(() => undefined)].map((done) =>
        done.catch(() => undefined),
      ),
    );
    await page.waitForTimeout(3000);
    await agent.ready();
    const seen = await call(page, "seen");
    assert.deepEqual(seen.remembers, seen.prompts);
    await expectConversation(page, seen.prompts);
  }));
