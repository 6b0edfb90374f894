// The whole page with its agent: files and conversation go back together, and forward again.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { PanelUser } from "./agent/panel.js";
import { everywhere } from "./everywhere.js";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("CONV1 to CONV8, REST3: Resume fx here, Resume this branch, undo and redo, over files and conversation", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await list(page).getByRole("heading", { name: "Turn 2 write notes.md: two" }).waitFor();
    await page.locator("checkpoints-control").getByText("2 turns").waitFor();
    assert.equal(await notes(page), "two");
    await everywhere(page, "a draft with its agent", "fits");

    // Half a thought is kept, behind the prompt that comes back.
    await input(page).fill("half a thought");
    await page.getByRole("button", { name: "Resume fx here: Turn 1" }).click();
    await dialog(page)
      .getByText("1 later turn is left behind, parked as “Branch from turn 1, 1 later turn”.")
      .waitFor();
    await everywhere(page, "the confirmation of a resume", "fits");
    await dialog(page).getByRole("button", { name: "Resume fx here" }).click();
    await said(page, "The conversation is at turn 1, and 1 turn is parked.");
    await idle(page);
    assert.equal(await notes(page), "one");
    await value(page, "write notes.md: two\n\nhalf a thought");
    assert.ok(await input(page).evaluate((field) => field === document.activeElement));
    await list(page).getByText("Branch from turn 1, 1 later turn").waitFor();
    await everywhere(page, "after a resume", "fits");
    await page.getByRole("button", { name: "Close the checkpoints" }).click();
    await everywhere(page, "the agent after a resume", "fits");
    await page.locator("checkpoints-control button").click();

    await page.reload();
    await row(page, 1).waitFor();
    await open(page, "fx");
    await value(page, "write notes.md: two\n\nhalf a thought");
    assert.equal(await notes(page), "one");
    await input(page).fill("");
    await list(page)
      .getByRole("button", { name: /^Resume this branch: Branch from turn 1/ })
      .click();
    await dialog(page).getByRole("button", { name: "Resume this branch" }).click();
    await said(page, "The conversation is at turn 2");
    await idle(page);
    assert.equal(await notes(page), "two");
    await remembers(page, ["write notes.md: one", "write notes.md: two"]);

    // By name, one by one.
    await step(page, "Undo", "resume of the branch that ends with turn 2");
    await said(page, "The conversation is at turn 1");
    assert.equal(await notes(page), "one");
    await step(page, "Undo", "resume at turn 1");
    await said(page, "The conversation is at turn 2");
    assert.equal(await notes(page), "two");
    await step(page, "Redo", "resume at turn 1");
    await said(page, "The conversation is at turn 1");
    assert.equal(await notes(page), "one");
    await idle(page);
    await input(page).fill("");
    await remembers(page, ["write notes.md: one"]);
  }));

test("CONV8, REST3: in a narrow window the input is in sight; the status line's Undo takes back a resume, its Redo that", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await page.setViewportSize({ width: 420, height: 860 });
    await page.getByRole("button", { name: "Resume fx here: Turn 1" }).click();
    await dialog(page).getByRole("button", { name: "Resume fx here" }).click();
    await said(page, "The conversation is at turn 1");
    // The list, which lies over the rest in a narrow window, makes way for the prompt that came back.
    await list(page).waitFor({ state: "hidden" });
    await value(page, "write notes.md: two");
    assert.ok(await input(page).evaluate((field) => field === document.activeElement));
    await page.locator("status-line").getByRole("button", { name: "Undo" }).click();
    await said(page, "The conversation is at turn 2");
    assert.equal(await notes(page), "two");
    await page.locator("status-line").getByRole("button", { name: "Redo" }).click();
    await said(page, "The conversation is at turn 1");
    assert.equal(await notes(page), "one");
  }));

test("REST6, O1: while the agent works restores wait, here and in another tab; stopped, what it did is kept", () =>
  lab.withPage(async (page, browser) => {
    await begin(page);
    await ask(page, "write notes.md: one");
    const other = await browser.open(page.url());
    await other.setViewportSize(WIDE);
    await row(other, 1).waitFor();
    await send(page, "slowly, 300 seconds, write notes.md: late");
    for (const tab of [page, other]) {
      await list(tab).getByText("Practice agent is at work.").waitFor();
      const restore = tab.getByRole("button", { name: "Restore checkpoint 1", exact: true });
      assert.equal(
        await restore.getAttribute("title"),
        "Practice agent is at work. Wait until it is done, or stop it.",
      );
      assert.equal(await restore.getAttribute("aria-disabled"), "true");
    }
    await everywhere(page, "an agent at work", "fits");

    // In the other tab nothing can stop it, and that is said.
    await other.locator('checkpoint-row[data-n="1"] .opener').click();
    await other.getByRole("button", { name: "Stop, then restore: checkpoint 1" }).click();
    await said(other, "Practice agent is at work in another tab of this draft.");

    await page.locator('checkpoint-row[data-n="1"] .opener').click();
    await page.getByRole("button", { name: "Stop, then restore: checkpoint 1" }).click();
    await dialog(page).getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored");
    assert.equal(await notes(page), null);
    await list(page)
      .getByRole("heading", { name: /Turn 2, stopped/ })
      .waitFor();
    // The other tab follows by itself.
    await list(other).getByText("Practice agent is at work.").waitFor({ state: "detached" });
    await page.locator("status-line").getByRole("button", { name: "Undo" }).click();
    await said(page, /Checkpoint [2-9] is restored/);
    assert.equal(await notes(page), "one");
  }));

test("CAP3: what is typed is saved as the person's before a prompt; leaving a draft in mid-turn keeps what was done", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await page.locator("code-editor .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("// mine\n");
    await ask(page, "write notes.md: one");
    await row(page, 2)
      .getByText(/^Edit src\/main\.ts/)
      .waitFor();
    await row(page, 3).getByText("Passed").waitFor();
    await page.locator("checkpoints-control").getByText("edited").waitFor({ state: "detached" });
    await send(page, "slowly, 300 seconds, write notes.md: late");
    await page.getByRole("tab", { name: /fx\s*Working/ }).waitFor();
    await page.getByRole("link", { name: "knowngood" }).click();
    await page.getByRole("link", { name: "Tea timer" }).click();
    await list(page)
      .getByRole("heading", { name: /Turn 2, stopped/ })
      .waitFor();
    assert.equal(await notes(page), "one");
    await open(page, "fx");
    await remembers(page, ["write notes.md: one"]);
  }));

test("CONV8, TERM1: a command in the terminal that goes back brings the prompt to the input, and the agent forgets", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await page.getByRole("tab", { name: "Terminal" }).click();
    await run(page, "checkpoint resume 2");
    await value(page, "write notes.md: two");
    assert.ok(await input(page).evaluate((field) => field === document.activeElement));
    await page.getByText("The agent is told what it no longer remembers with your next prompt.").waitFor();
    assert.equal(await notes(page), "one");
    await idle(page);
    await input(page).fill("");
    await remembers(page, ["write notes.md: one"]);
  }));

test("REST3, REST6: while the agent works Undo keeps its name and says who is at work, and can be had after a stop", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await ask(page, "write notes.md: one");
    await ask(page, "write notes.md: two");
    await page.getByRole("button", { name: "Resume fx here: Turn 1" }).click();
    await dialog(page).getByRole("button", { name: "Resume fx here" }).click();
    await said(page, "The conversation is at turn 1");
    await idle(page);
    await send(page, "slowly, 300 seconds, write notes.md: late");
    await list(page).getByText("Practice agent is at work.").waitFor();
    for (const name of [
      "Undo: resume at turn 1",
      "Resume fx here: Turn 1",
      "Resume this branch: Branch from turn 1, 1 later turn",
      "Restore last known good",
    ]) {
      const button = list(page).getByRole("button", { name, exact: true });
      assert.equal(await button.getAttribute("aria-disabled"), "true", name);
      assert.match((await button.getAttribute("title")) ?? "", /^Practice agent is at work/, name);
    }
    await list(page).getByRole("button", { name: "Stop, then resume: Branch from turn 1, 1 later turn" }).waitFor();
    await everywhere(page, "an agent at work, with undo and a branch", "fits");
    await list(page).getByRole("button", { name: "Stop, then undo: resume at turn 1" }).click();
    await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
    await said(page, "The conversation is at turn 2");
    assert.equal(await notes(page), "two");
  }));

test("CONV5: with three branches parked, the confirmation says which one a fourth would drop, and undo brings it back", () =>
  lab.withPage(async (page) => {
    await begin(page);
    await ask(page, "write notes.md: root");
    for (const text of ["one", "two", "three", "four"]) {
      await ask(page, `write notes.md: ${text}`);
      await page.getByRole("button", { name: "Resume fx here: Turn 1" }).click();
      const drops = dialog(page).getByText(/is dropped: no more branches are kept/);
      if (text === "four") {
        await drops.waitFor();
        assert.match(
          (await drops.textContent()) ?? "",
          /“Branch from turn 1, 1 later turn”, which ended with “write notes.md: one”/,
        );
        await everywhere(page, "a branch that would be dropped", "fits");
      } else {
        assert.equal(await drops.count(), 0);
      }
      await dialog(page).getByRole("button", { name: "Resume fx here" }).click();
      await page.locator(".agent-turn").nth(1).waitFor({ state: "detached" });
      await value(page, `write notes.md: ${text}`);
      await idle(page);
      await input(page).fill("");
    }
    const branches = list(page).locator(".branch .prompt");
    const prompts = (...texts: string[]): string[] => texts.map((text) => `“write notes.md: ${text}”`);
    await list(page).getByText("“write notes.md: four”").waitFor();
    assert.deepEqual(await branches.allTextContents(), prompts("four", "three", "two"));
    await step(page, "Undo", "resume at turn 1");
    await list(page).getByText("“write notes.md: one”").waitFor();
    assert.deepEqual(await branches.allTextContents(), prompts("three", "two", "one"));
    assert.equal(await notes(page), "four");
  }));

const WIDE = { width: 1280, height: 860 };

const list = (page: Page): Locator => page.locator("checkpoint-list");
const dialog = (page: Page): Locator => page.getByRole("dialog");
const input = (page: Page): Locator => new PanelUser(page).input;
const row = (page: Page, n: number): Locator => page.locator(`checkpoint-row[data-n="${n}"]`);

async function begin(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: /Tea timer/ }).click();
  await row(page, 1).getByText("Passed").waitFor();
  await open(page, "fx");
}

/** Opens the tab, and waits until the agent is there. */
async function open(page: Page, tab: string): Promise<void> {
  await page.getByRole("tab", { name: tab }).click();
  await input(page).waitFor();
}

const send = (page: Page, prompt: string): Promise<void> => new PanelUser(page).send(prompt);
const ask = (page: Page, prompt: string): Promise<void> => new PanelUser(page).ask(prompt);
const idle = (page: Page): Promise<void> => new PanelUser(page).ready();

/** What the agent itself says that it was asked. */
async function remembers(page: Page, prompts: readonly string[]): Promise<void> {
  assert.deepEqual(await new PanelUser(page).memory(), prompts);
}

/** Presses Undo or Redo in the list, which names what it would do, and confirms. */
async function step(page: Page, way: "Undo" | "Redo", what: string): Promise<void> {
  await list(page)
    .getByRole("button", { name: `${way}: ${what}`, exact: true })
    .click();
  await dialog(page).getByRole("button", { name: way, exact: true }).click();
}

/** Runs a line in the terminal that is open. */
async function run(page: Page, line: string): Promise<void> {
  await page.locator("web-terminal .xterm-helper-textarea").focus();
  await page.keyboard.insertText(line);
  await page.keyboard.press("Enter");
}

async function value(page: Page, expected: string): Promise<void> {
  await page.waitForFunction(
    (expected) => document.querySelector<HTMLTextAreaElement>("agent-panel textarea[name=prompt]")?.value === expected,
    expected,
  );
}

function said(page: Page, what: string | RegExp): Promise<void> {
  return page.locator("status-line").getByText(what).waitFor();
}

/** What `notes.md` holds in the browser's own file system; `null`: there is no such file. */
function notes(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files");
    const folder = await (await all.getDirectoryHandle(encodeURIComponent(id))).getDirectoryHandle("files");
    try {
      return await (await (await folder.getFileHandle("notes.md")).getFile()).text();
    } catch {
      return null;
    }
  });
}
