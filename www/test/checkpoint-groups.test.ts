// Rows under the act that made them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Group, groupsOf } from "../src/elements/checkpoint-list/groups.js";
import type { Row } from "../src/elements/parts/surface.js";

/** Such as `3 edit Edit a.ts`. */
function row(text: string): Row {
  const [n = "", kind = "", ...label] = text.split(" ");
  return {
    n: Number(n),
    kind: kind as Row["kind"],
    label: label.join(" "),
    takenAt: 0,
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
    actions: { restore: { offered: true, why: null } },
  };
}

const rows = (...texts: string[]): Row[] => texts.map(row);
const said = (groups: readonly Group[]): string[] =>
  groups.map(({ act, rows }) => `${act}: ${rows.map(({ n }) => n).join(" ")}`);
const keys = (groups: readonly Group[]): number[] => groups.map(({ key }) => key);

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
  );
  assert.deepEqual(said(groups), ["restore: 6", "shell: 5", "edit: 4 3", "build: 2", "template: 1"]);
});

test("a group keeps its key while rows come at its top and go at its end", () => {
  const first = groupsOf(rows("3 edit c", "2 edit b", "1 build a"), []);
  const grown = groupsOf(rows("4 edit d", "3 edit c", "2 edit b", "1 build a"), first);
  assert.deepEqual(keys(grown), keys(first));
  const pruned = groupsOf(rows("4 edit d", "3 edit c"), grown);
  assert.deepEqual(keys(pruned), keys(first).slice(0, 1));
});

test("a group that falls into two gets a key of its own for the second", () => {
  const one = groupsOf(rows("3 edit c", "1 edit a"), []);
  const two = groupsOf(rows("3 edit c", "2 message b", "1 edit a"), one);
  assert.equal(new Set(keys(two)).size, 3);
  assert.equal(two[0]?.key, one[0]?.key);
});
