// What the checkpoints' elements say.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plan } from "../src/elements/parts/surface.js";
import { count, size, verdictWords } from "../src/words/checkpoints.js";
import { leftWords, planWords, receiptWords, removalWords } from "../src/words/restore.js";

const yes = { offered: true, why: null } as const;

const plan = (given: Partial<Plan>): Plan => ({
  id: "1",
  act: "restore",
  title: "Restore of checkpoint 3 (It works)",
  scope: "files",
  scopes: { files: yes, conversation: yes, both: yes },
  conversation: null,
  n: 3,
  label: "It works",
  write: [],
  remove: [],
  unchanged: 0,
  leftAlone: [],
  inTheWay: [],
  nothingToDo: false,
  safetyLabel: "Before restoring: It works",
  warnings: [],
  refused: null,
  ...given,
});

test("counts and sizes read well", () => {
  assert.equal(count(1, "file"), "1 file");
  assert.equal(count(12_345, "file"), "12,345 files");
  assert.equal(size(0), "0 bytes");
  assert.equal(size(999), "999 bytes");
  assert.equal(size(1_000), "1.0 kB");
  assert.equal(size(99_960), "100 kB");
  assert.equal(size(999_960), "1.0 MB");
});

test("LIST2: a verdict is words, with its number of errors", () => {
  assert.equal(verdictWords(null), "Not built");
  assert.equal(verdictWords({ result: "success" }), "Passed");
  assert.equal(verdictWords({ result: "failed", errors: 1 }), "Failed, 1 error");
});

test("REST4: a plan says how many files are written and removed", () => {
  const write = [{ path: "a", change: "changed", bytes: 1 }] as const;
  assert.equal(planWords(plan({ write, unchanged: 2 })), "1 file will be written. 2 files are right already.");
  assert.equal(
    planWords(plan({ write, remove: ["b", "c"], unchanged: 1 })),
    "1 file will be written and 2 files will be removed. 1 file is right already.",
  );
  assert.match(planWords(plan({ nothingToDo: true })), /nothing to do/);
  assert.match(removalWords(plan({ remove: ["b"] })), /^1 file that you have now will be gone\. It is in/);
});

test("REST10: a receipt says what was done, and what was saved first", () => {
  const receipt = {
    n: 3,
    written: ["a"],
    removed: ["b"],
    unchanged: 4,
    leftAlone: [],
    exact: true,
    tree: "",
    conversation: null,
  } as const;
  assert.equal(
    receiptWords({ ...receipt, safety: 7, undo: { n: 7, command: "checkpoint restore 7" } }),
    "Checkpoint 3 is restored: 1 file written, 1 removed. What was there is checkpoint 7.",
  );
  assert.equal(receiptWords({ ...receipt, safety: null, undo: null }), "Your files are already those of checkpoint 3.");
});

test("CONV2, CONV3: a plan counts the turns that are left behind, and says where they are then", () => {
  const planned = { session: "s", turn: null, dropped: [], broughtBack: [], prompt: null } as const;
  assert.equal(leftWords({ ...planned, turnsLeft: 0, parked: null }), "No turn is left behind.");
  assert.equal(
    leftWords({ ...planned, turnsLeft: 3, parked: "Branch from turn 2, 3 later turns" }),
    "3 later turns are left behind, parked as “Branch from turn 2, 3 later turns”.",
  );
  assert.equal(
    leftWords({ ...planned, turnsLeft: 1, parked: null }),
    "1 later turn is left behind; a parked branch has it.",
  );
});

test("REST5: a receipt that moved the conversation alone says that the files stay", () => {
  const conversation = { session: "s", turn: null, turnsLeft: 2, branch: "1", prompt: "p", note: "" } as const;
  const receipt = { n: 3, written: [], removed: [], unchanged: 4, leftAlone: [], exact: true, tree: "" } as const;
  assert.equal(
    receiptWords({ ...receipt, safety: null, undo: null, conversation }),
    "Your files stay as they are. The conversation is before its first turn, and 2 turns are parked.",
  );
});
