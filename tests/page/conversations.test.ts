// The list's conversations: turns, parked branches, backstops, undo and redo, in a small host over the real package.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import type {} from "./gallery/main.js";
import { galleryLab } from "./lab.js";

const lab = galleryLab();

/** The scene with two conversations, in a browser of its own. */
function onTurns(work: (page: Page) => Promise<void>): Promise<void> {
  return lab.withPage(async (page) => {
    await page.goto(`${lab.origin}/?scene=turns`);
    await page.locator("body[data-ready]").waitFor();
    await work(page);
  });
}

const list = (page: Page): Locator => page.locator("checkpoint-list");
const dialog = (page: Page): Locator => page.getByRole("dialog");
const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole("status").filter({ hasText: text }).first().waitFor();

test("LIST1: turns stand under their prompts, the selected conversation first, and a turn without files is there", () =>
  onTurns(async (page) => {
    const headings = await list(page).getByRole("heading", { level: 3 }).allTextContents();
    const sections = headings.map((heading) => heading.replace(/\s+/g, " ").trim());
    assert.deepEqual(
      sections.filter((heading) => /^(fx|By you)/.test(heading)),
      ["fx selected", "By you", "fx, second window"],
    );
    await list(page).getByRole("heading", { name: "Turn 1 Make the time blue" }).waitFor();
    await list(page).getByText("No file changed in this turn.").waitFor();
    await list(page).getByRole("heading", { name: "Turn 3 Ring twice" }).waitFor({ state: "detached" });
    await list(page)
      .getByRole("heading", { name: /Turn 4 Ring twice\s+parked/ })
      .waitFor();
    await nothingForAxe(page, "conversations");
  }));

test("CONV1, CONV2: the confirmation names the turn and counts what is left; with another scope the files stay", () =>
  onTurns(async (page) => {
    await page.getByRole("button", { name: "Resume fx here: Turn 1" }).first().click();
    await dialog(page).getByText("The conversation goes to turn 1: “Make the time blue”.").waitFor();
    await dialog(page)
      .getByText("2 later turns are left behind, parked as “Branch from turn 1, 2 later turns”.")
      .waitFor();
    await dialog(page).getByText("The prompt “Which files are there?” comes back to the input").waitFor();
    await nothingForAxe(page, "the confirmation of a resume");
    const only = dialog(page).getByRole("radio", { name: "Conversation only" });
    await only.check();
    await dialog(page).getByText("Your files stay as they are.").waitFor();
    assert.ok(await only.evaluate((radio) => radio === document.activeElement));
    await dialog(page).getByRole("radio", { name: "Files and conversation" }).check();
    await dialog(page).getByText("will be written").waitFor();
    await dialog(page).getByRole("button", { name: "Resume fx here" }).click();
    await said(page, "The conversation is at turn 1, and 2 turns are parked.");
    await list(page).getByText("Branch from turn 1, 2 later turns").waitFor();
  }));

test("CONV3, CONV4: a parked branch is resumed from its row, and the live one is parked in its place", () =>
  onTurns(async (page) => {
    await list(page).getByText("Branch from turn 2, 2 later turns").waitFor();
    await page.getByRole("button", { name: /^Resume this branch: Branch from turn 2/ }).click();
    await dialog(page).getByText("The conversation goes to turn 4: “Ring twice”.").waitFor();
    await dialog(page).getByRole("button", { name: "Resume this branch" }).click();
    await said(page, "The conversation is at turn 4, and 1 turn is parked.");
    await list(page).getByText("Branch from turn 2, 1 later turn").waitFor();
  }));

test("REST3: undo and redo say what they would do, and do it after a confirmation", () =>
  onTurns(async (page) => {
    const undo = list(page).getByRole("button", { name: /^Undo: / });
    const name = ((await undo.textContent()) ?? "").trim();
    assert.match(name, /turn 2/);
    await undo.click();
    await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
    await said(page, "The conversation is at turn 4");
    await list(page)
      .getByRole("button", { name: /^Redo: .*turn 2/ })
      .click();
    await dialog(page).getByRole("button", { name: "Redo", exact: true }).click();
    await said(page, "The conversation is at turn 3");
  }));

test("LIST4: backstops are a section of their own, tagged with what did it, and open with what changed since", () =>
  onTurns(async (page) => {
    await list(page)
      .getByRole("button", { name: /^Backstops/ })
      .click();
    const backstop = list(page).locator(".backstops checkpoint-row").first();
    await backstop.getByText(/^Saved before: resume/).waitFor();
    await backstop.locator(".opener").click();
    assert.equal(await backstop.getByRole("button", { name: "Since then" }).getAttribute("aria-pressed"), "true");
    await backstop.getByRole("button", { name: "src/title.js" }).waitFor();
    await nothingForAxe(page, "backstops");
  }));

test("REST6: while an agent is at work restores wait, with its name, and it can be stopped first", () =>
  onTurns(async (page) => {
    await page.evaluate(async () => {
      await window.gallery.draft.reportAgent({ session: "s1", name: "fx", state: "working" });
      await window.gallery.host.refresh();
    });
    await said(page, "fx is at work.");
    const restore = page.getByRole("button", { name: "Restore checkpoint 1", exact: true });
    assert.equal(await restore.getAttribute("title"), "fx is at work. Wait until it is done, or stop it.");
    await nothingForAxe(page, "while an agent is at work");
    await page.locator('checkpoint-row[data-n="1"] .opener').click();
    await page.getByRole("button", { name: "Stop, then restore: checkpoint 1" }).click();
    await dialog(page).getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, "Checkpoint 1 is restored");
  }));

test("M2: a turn that its agent compacted away reads so in place of the button, and its files are still restored", () =>
  onTurns(async (page) => {
    await page.evaluate(async () => {
      await window.gallery.draft.forgetTurns({ session: "s1", through: "t1" });
      await window.gallery.host.refresh();
    });
    const first = list(page).locator("section.group").filter({ hasText: "Make the time blue" });
    await first.getByText("Older than fx remembers").waitFor();
    assert.equal(await first.getByRole("button", { name: /Resume fx here/ }).count(), 0);
    await first.getByRole("button", { name: /^Restore checkpoint/ }).click();
    await dialog(page).getByRole("button", { name: "Restore", exact: true }).click();
    await said(page, /Checkpoint \d+ is restored/);
    await nothingForAxe(page, "a turn that is not remembered");
  }));
