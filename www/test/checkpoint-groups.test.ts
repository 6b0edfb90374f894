// Rows under the act that made them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Group, groupsOf } from "../src/elements/checkpoint-list/groups.js";
import { sectionsOf } from "../src/elements/checkpoint-list/sections.js";
import type { Row, RowTurn, Turn } from "../src/elements/parts/surface.js";

const yes = { offered: true, why: null } as const;

/** Such as `t2@fox`: the second turn of the session `fox`. */
function turnOf(name: string): RowTurn {
  const [id = "", session = ""] = name.split("@");
  const number = Number(id.slice(1));
  return { id: name, session, number, prompt: `Ask ${id}`, state: "done", chip: `Turn ${number}`, noCheckpoint: null };
}

/** Such as `3 edit Edit a.ts`, or `3 edit t2@fox` for a checkpoint of a turn. */
function row(text: string): Row {
  const [n = "", kind = "", ...label] = text.split(" ");
  return {
    n: Number(n),
    kind: kind as Row["kind"],
    label: label.join(" "),
    turn: label[0]?.includes("@") === true ? turnOf(label[0]) : null,
    savedBefore: null,
    takenAt: Number(n) * 1000,
    verdict: null,
    files: 1,
    bytes: 1,
    against: null,
    filesChanged: 1,
    linesAdded: null,
    linesRemoved: null,
    leftOut: [],
    leftOutMore: 0,
    warnings: [],
    current: false,
    pinned: false,
    actions: { restore: yes, resume: yes },
  };
}

const rows = (...texts: string[]): Row[] => texts.map(row);
const said = (groups: readonly Group[]): string[] =>
  groups.map((group) => {
    const numbers = group.rows.map(({ n }) => n).join(" ");
    return `${group.kind === "act" ? group.act : group.prompt}: ${numbers}`;
  });
const keys = (groups: readonly Group[]): string[] => groups.map(({ key }) => key);

test("LIST1: checkpoints of one act that follow one another stand together", () => {
  const groups = groupsOf(
    rows(
      "6 safety Before",
      "5 edit $ npm init",
      "4 edit Edit b.ts",
      "3 edit Edit a.ts",
      "2 build Save",
      "1 template T",
    ),
    [],
    [],
  );
  assert.deepEqual(said(groups), ["restore: 6", "shell: 5", "edit: 4 3", "build: 2", "template: 1"]);
});

test("a group keeps its key while rows come at its top and go at its end", () => {
  const first = groupsOf(rows("3 edit c", "2 edit b", "1 build a"), [], []);
  const grown = groupsOf(rows("4 edit d", "3 edit c", "2 edit b", "1 build a"), [], first);
  assert.deepEqual(keys(grown), keys(first));
  const pruned = groupsOf(rows("4 edit d", "3 edit c"), [], grown);
  assert.deepEqual(keys(pruned), keys(first).slice(0, 1));
});

test("a group that falls into two gets a key of its own for the second", () => {
  const one = groupsOf(rows("3 edit c", "1 edit a"), [], []);
  const two = groupsOf(rows("3 edit c", "2 message b", "1 edit a"), [], one);
  assert.equal(new Set(keys(two)).size, 3);
  assert.equal(two[0]?.key, one[0]?.key);
});

/** A live turn that ended at `second`. */
function turn(name: string, second: number, place: Turn["place"] = "live"): Turn {
  const { noCheckpoint: _, ...of } = turnOf(name);
  return {
    ...of,
    beganAt: second * 1000 - 500,
    endedAt: second * 1000,
    closingLine: null,
    parent: null,
    place,
    checkpoints: [],
    files: null,
    noCheckpoint: null,
    writes: [],
    actions: { resume: yes },
  };
}

test("LIST1: all of a turn stands under its prompt, also when a person saved in between", () => {
  const groups = groupsOf(
    rows("5 edit t2@fox", "4 message mine", "3 edit t2@fox", "2 edit t1@fox", "1 template T"),
    [],
    [],
  );
  assert.deepEqual(said(groups), ["Ask t2: 5 3", "message: 4", "Ask t1: 2", "template: 1"]);
});

test("a live turn that changed no file stands where it happened; one that is parked or older than all rows does not", () => {
  const turns = [turn("t3@fox", 4.5), turn("t9@fox", 4.6, "parked"), turn("t1@fox", 2), turn("t0@fox", 0.5)];
  const groups = groupsOf(rows("5 edit b", "4 edit a", "2 edit t1@fox", "1 template T"), turns, []);
  assert.deepEqual(said(groups), ["edit: 5 4", "Ask t3: ", "Ask t1: 2", "template: 1"]);
});

test("LIST1: with two conversations the selected one comes first, then the person's own, then the other", () => {
  const groups = groupsOf(
    rows("5 edit t1@owl", "4 message mine", "3 edit t2@fox", "2 edit t1@fox", "1 template T"),
    [],
    [],
  );
  const shown = (selected: string | null): string[] =>
    sectionsOf(groups, selected).map(({ session, groups }) => `${session ?? "you"} ${said(groups).join(", ")}`);
  assert.deepEqual(shown("fox"), ["fox Ask t2: 3, Ask t1: 2", "you message: 4, template: 1", "owl Ask t1: 5"]);
  assert.deepEqual(shown(null)[0], "owl Ask t1: 5");
});

test("with one conversation all stands in the order it happened", () => {
  const groups = groupsOf(rows("3 message mine", "2 edit t1@fox", "1 template T"), [], []);
  assert.deepEqual(sectionsOf(groups, "fox"), [{ session: null, groups }]);
});
