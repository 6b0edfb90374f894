// From what was measured to the rows of the table, each with its goal.

import type { Packed, Shadow } from "./native-git.js";
import type { Listed } from "./page/listing.js";
import type { Blocks } from "./page/probe.js";
import type { FeltAndTraced } from "./browser-side.js";
import type { Stored } from "./page/stored.js";
import type { Times } from "./page/timing.js";
import { atMost, faster, median, type Row, under } from "./row.js";
import type { LargeMeasured, SmallMeasured } from "./run.js";

const GIT_IN_BROWSER = "isomorphic-git on LightningFS";
const CLONE = "IndexedDB: all files cloned into one record";

/** First checkpoint, next checkpoint and restore of some 4,000 files. */
export function smallRows({ name, project, first, next, restore }: SmallMeasured): Row[] {
  const kilobytes = (project.bytes / project.files / 1000).toFixed(1);
  const of = `${count(project.files)} ${name} files × ${kilobytes} KB`;
  const firstName = `first checkpoint, ${of}`;
  const nextName = `next checkpoint, 10 files changed, ${of}`;
  return [
    faster({ name: firstName, against: GIT_IN_BROWSER, ...pair(first, "ours", "isomorphic"), goal: 100 }),
    atMost({ name: firstName, against: CLONE, ...pair(first, "ours", "clone") }),
    atMost({ name: firstName, against: "IndexedDB: one record a file", ...pair(first, "ours", "each") }),
    atMost({ name: `${firstName}, files given`, against: CLONE, ...pair(first, "oursGiven", "clone") }),
    faster({
      name: `${firstName}, the first of a new page`,
      against: GIT_IN_BROWSER,
      ...pair(first, "oursCold", "isomorphic"),
    }),
    faster({ name: nextName, against: GIT_IN_BROWSER, ...pair(next, "ours", "isomorphic"), goal: 50 }),
    faster({ name: nextName, against: CLONE, ...pair(next, "ours", "clone") }),
    atMost({ name: nextName, against: "IndexedDB: the 10 files", ...pair(next, "ours", "records"), goal: 3 }),
    faster({
      name: `${nextName}, by the listing`,
      against: GIT_IN_BROWSER,
      ...pair(next, "oursByListing", "isomorphic"),
    }),
    faster({
      name: `restore, 10 files differ, ${of}`,
      against: GIT_IN_BROWSER,
      ...pair(restore, "ours", "isomorphic"),
      goal: 30,
    }),
  ];
}

/** First and next checkpoint of some 50,000 files. `shadow`: what native git took. */
export function largeRows(files: number, { first, next }: LargeMeasured, shadow: Shadow | null): Row[] {
  const firstName = `first checkpoint, ${count(files)} files`;
  const nextName = `next checkpoint, 10 files changed, ${count(files)} files`;
  const plain = "IndexedDB: the same bytes in 1 MB records";
  const rows = [
    atMost({ name: firstName, against: plain, ...pair(first, "ours", "megabytes"), goal: 3 }),
    atMost({ name: `${firstName}, by the listing`, against: plain, ...pair(first, "oursByListing", "megabytes") }),
    atMost({ name: nextName, against: "IndexedDB: the 10 files", ...pair(next, "ours", "records"), goal: 3 }),
    atMost({
      name: `${nextName}, by the listing`,
      against: "IndexedDB: the 10 files",
      ...pair(next, "oursByListing", "records"),
    }),
  ];
  if (shadow === null) {
    return rows;
  }
  const ours = times(next, "ours");
  return [
    ...rows,
    faster({
      name: nextName,
      against: "native git: add, write-tree, commit-tree",
      ours,
      peer: shadow.writeTree,
      goal: 25,
    }),
    faster({ name: nextName, against: "native git: add, commit", ours, peer: shadow.commit }),
    faster({ name: nextName, against: "native git with feature.manyFiles", ours, peer: shadow.manyFiles }),
  ];
}

/** The list after a reload. Fails when a pack was read for it. */
export function listRows(files: number, lists: readonly Listed[]): Row[] {
  const packs = lists.reduce((sum, { reads }) => sum + (reads["packs"] ?? 0), 0);
  if (packs > 0) {
    throw new Error(`knowngood: the list after a reload read packs ${packs} times in ${lists.length} reloads.`);
  }
  const emptyReads = lists.map((list) => median(list.emptyReads));
  const reads = JSON.stringify(lists[0]?.reads ?? {});
  const name = `list of 50 checkpoints after a reload, ${count(files)} files`;
  const empty = "IndexedDB: an empty read transaction";
  return [
    atMost({
      name: `${name}: open the database and the draft, list`,
      against: empty,
      ours: lists.map(({ open, draft, list }) => open + draft + list),
      peer: emptyReads,
      goal: 5,
      note: `no pack is read; read requests by store: ${reads}`,
    }),
    atMost({
      name: `${name}: open the draft, list`,
      against: empty,
      ours: lists.map(({ draft, list }) => draft + list),
      peer: emptyReads,
    }),
    atMost({ name: `${name}: list`, against: empty, ours: lists.map(({ list }) => list), peer: emptyReads }),
    atMost({
      name: `${name}: list once more`,
      against: empty,
      ours: lists.map((one) => one.listAgain),
      peer: emptyReads,
    }),
    atMost({
      name: `${name}: open the database and the draft, list`,
      against: "IndexedDB: open, and an empty read transaction",
      ours: lists.map(({ open, draft, list }) => open + draft + list),
      peer: lists.map(({ rawOpen }) => rawOpen),
    }),
    under("loading the WebAssembly file", median(lists.map(({ load }) => load)), "ms", null, lists.length),
  ];
}

/** Stored bytes of the versions of a real project. */
export function storedRows(versions: number, stored: Stored, packed: Packed): Row[] {
  const name = `stored bytes, ${versions} releases of preact (${(stored.given / 1e6).toFixed(0)} MB)`;
  const ours = [stored.bytes];
  return [
    atMost({ name, against: "git gc", ours, peer: [packed.gc], unit: "bytes", goal: 3 }),
    atMost({ name, against: "git gc --aggressive", ours, peer: [packed.aggressive], unit: "bytes", goal: 3 }),
  ];
}

/** What the size of records costs a plain write. */
export function recordRows(measured: Times): Row[] {
  const name = "IndexedDB alone: 5.2 MB in records of 62 KB";
  const against = "IndexedDB alone: the same in records of 1 MB";
  return [
    atMost({ name: `${name}, until all is handed over`, against, ...pair(measured, "smallHanding", "largeHanding") }),
    atMost({ name: `${name}, until it is complete`, against, ...pair(measured, "small", "large") }),
  ];
}

/** How long the page's main thread was held up, and how long each call took as the page sees it. */
export function feltRows(measured: readonly (readonly [number, FeltAndTraced])[]): Row[] {
  const calls = measured.flatMap(([files, { felt }]) =>
    Object.entries(felt).map(([what, blocks]) => ({ files, what, blocks })),
  );
  const watched = calls.filter(({ what }) => what !== "nothing");
  const idle = calls.filter(({ what }) => what === "nothing").flatMap(({ blocks }) => blocks);
  const runs = watched.reduce((sum, { blocks }) => sum + blocks.length, 0);
  const tasks = measured.map(([, { longestTask }]) => longestTask);
  if (tasks.some((longest) => longest.tasks === 0) || idle.some(({ ticks }) => ticks === 0)) {
    throw new Error("The page's main thread was not watched: no task or no tick was seen.");
  }
  const longestWork = Math.max(...tasks.map(({ cpu }) => cpu));
  const name = "longest block of the page's main thread, work in the worker";
  return [
    under(name, longestBlock(watched.flatMap(({ blocks }) => blocks)), "ms", 16, runs, blocksNote(watched, idle)),
    under(
      `${name}: the longest task, time on the processor`,
      longestWork,
      "ms",
      16,
      runs,
      `the longest by the clock took ${Math.max(...tasks.map(({ wall }) => wall)).toFixed(1)} ms`,
    ),
    ...watched.map(({ files, what, blocks }) =>
      under(
        `as the page sees it: ${what}, ${count(files)} files`,
        median(blocks.map(({ ms }) => ms)),
        "ms",
        null,
        blocks.length,
      ),
    ),
  ];
}

function blocksNote(watched: readonly Call[], idle: readonly Blocks[]): string {
  const each = watched
    .map(({ files, what, blocks }) => ({ what: `${what}, ${count(files)} files`, longest: longestBlock(blocks) }))
    .sort((one, other) => other.longest - one.longest)
    .slice(0, 5)
    .map(({ what, longest }) => `${longest.toFixed(1)} ms ${what}`);
  const longTasks = watched.flatMap(({ blocks }) => blocks.flatMap((one) => one.longTasks));
  return (
    `${each.join("; ")}; while nothing is done ${longestBlock(idle).toFixed(1)} ms; ` +
    `tasks of 50 ms and more: ${longTasks.length}`
  );
}

/** One kind of call, and what the page felt each time. */
interface Call {
  readonly files: number;
  readonly what: string;
  readonly blocks: readonly Blocks[];
}

function longestBlock(blocks: readonly Blocks[]): number {
  return Math.max(0, ...blocks.map(({ longest }) => longest));
}

/** What a page downloads. */
export function wasmRow(bytes: number): Row {
  return under("the WebAssembly file, gzip", bytes, "bytes", 450_000, 1);
}

function pair(of: Times, ours: string, peer: string): { ours: readonly number[]; peer: readonly number[] } {
  return { ours: times(of, ours), peer: times(of, peer) };
}

function times(of: Times, name: string): readonly number[] {
  const found = of[name];
  if (found === undefined) {
    throw new Error(`Nothing was timed under ${name}.`);
  }
  return found;
}

function count(files: number): string {
  return files.toLocaleString("en-US");
}
