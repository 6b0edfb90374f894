// The parts that need no WebAssembly: columns, packing, the memory workspace, errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changeColumns, fileColumns } from "../src/contents.js";
import { KnowngoodError, toKnowngoodError } from "../src/errors.js";
import { mapLimited } from "../src/limited.js";
import { MemoryWorkspace } from "../src/memory-workspace.js";
import { pack, unpack } from "../src/packed.js";
import { PageWorkspace } from "../src/page-workspace.js";
import { Queue } from "../src/queue.js";
import { orLate } from "../src/turn-wait.js";
import type { TurnBegun, WorkspaceEntry } from "../src/types.js";
import { rawWorkspace } from "../src/workspace-adapter.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("i2_names_cross_as_they_are", async () => {
  const names = [" a", "a ", "語/文.ts", "e\u0301", "é", "constructor", "__proto__", "a\\b", "👩‍💻", "a\nb"];
  const raw = rawWorkspace(new MemoryWorkspace(new Map(names.map((name) => [name, name]))));
  const { paths, sizes, modes, versions, refused } = await raw.list();
  assert.deepEqual(paths.split("\0"), names);
  assert.deepEqual(
    [...sizes],
    names.map((name) => bytes(name).length),
  );
  assert.equal(modes.length, names.length);
  assert.ok(versions instanceof Float64Array && new Set(versions).size === names.length);
  assert.deepEqual(refused, []);
  assert.deepEqual(await raw.readMany(paths), names.map(bytes));
});

test("i5_a_path_that_no_text_can_hold_is_left_out_of_a_listing_by_name", async () => {
  const entry = (path: string): WorkspaceEntry => ({ path, size: 1, version: 1 });
  const list = (): WorkspaceEntry[] => [entry("a"), entry("b\0c"), entry("d\ud800"), entry("")];
  const listing = await rawWorkspace({ ...new MemoryWorkspace(), list } as MemoryWorkspace).list();
  assert.equal(listing.paths, "a");
  assert.equal(listing.sizes.length, 1);
  assert.deepEqual(
    listing.refused.map(({ path }) => path),
    ["b␀c", "d\ufffd", ""],
  );
});

test("i5_such_a_path_among_changes_is_an_error_that_names_it", () => {
  for (const path of ["b\0c", "d\ud800", "\udc00e"]) {
    assert.throws(() => changeColumns(new Map([[path, "x"]])), { code: "bad_path" });
  }
});

test("i1_bytes_that_were_transferred_away_are_no_empty_file", async () => {
  const gone = (): Uint8Array => {
    const taken = bytes("123");
    structuredClone(taken.buffer, { transfer: [taken.buffer as ArrayBuffer] });
    return taken;
  };
  assert.throws(() => fileColumns({ a: gone() }), { code: "bad_argument" });
  assert.throws(() => changeColumns({ a: gone() }), { code: "bad_argument" });
  assert.equal(fileColumns({ a: new Uint8Array(0) }).contents[0]?.length, 0);
  // Also when it is taken while the next file is read.
  const first = bytes("123");
  const read = async (path: string): Promise<Uint8Array> => {
    if (path === "a") {
      return first;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
    structuredClone(first.buffer, { transfer: [first.buffer as ArrayBuffer] });
    return new Uint8Array(0);
  };
  const raw = rawWorkspace({ list: () => [], read, write: () => undefined, remove: () => undefined });
  assert.deepEqual(await raw.readMany("a\0b"), ["its bytes were transferred away", new Uint8Array(0)]);
});

test("what is neither a map nor an object is no draft without files", () => {
  for (const files of [5, "abc", [], null, new Set(["a"])]) {
    assert.throws(() => fileColumns(files as unknown as Record<string, string>), { code: "bad_argument" });
  }
});

test("a version that is neither number nor text equals no other", async () => {
  for (const version of [undefined, null, true, {}, new Date(0), 1n, Number.NaN]) {
    const list = (): WorkspaceEntry[] => [
      { path: "a", size: 1, version: version as number },
      { path: "b", size: 1, version: "text" },
    ];
    const { versions } = await rawWorkspace({ ...new MemoryWorkspace(), list } as MemoryWorkspace).list();
    // The module takes half of a character for the version of a file that is read each time.
    assert.deepEqual(versions, ["\ud800", "text"]);
  }
});

test("versions of both kinds cross as text and stay different", async () => {
  const list = (): WorkspaceEntry[] => [
    { path: "a", size: 1, version: 7 },
    { path: "b", size: 1, version: "7", mode: "executable" },
  ];
  const listing = await rawWorkspace({ ...new MemoryWorkspace(), list } as MemoryWorkspace).list();
  assert.deepEqual(listing.versions, ["#7", "7"]);
  assert.deepEqual([...listing.modes], [2, 1]);
});

test("one unreadable file does not keep the others from being read", async () => {
  const raw = rawWorkspace(new MemoryWorkspace({ a: "1", b: "2" }));
  assert.deepEqual(await raw.readMany("a\0gone\0b"), [bytes("1"), "There is no such file", bytes("2")]);
  assert.deepEqual(await raw.readMany(""), []);
});

test("a memory workspace is as strict as a disk", () => {
  const workspace = new MemoryWorkspace({ "a/b": "1", "a/c": "2" });
  assert.throws(() => workspace.write("a", "file"), /folder/);
  assert.throws(() => workspace.write("a/b/c", "file"), /file stands/);
  workspace.remove("a/b");
  assert.throws(() => workspace.write("a", "file"), /folder/);
  workspace.remove("a/c");
  workspace.write("a", "file");
  assert.deepEqual(workspace.paths(), ["a"]);
  assert.throws(() => workspace.remove("a/c"), /no such file/);
});

test("a memory workspace gives each write a version of its own, and no one its bytes", () => {
  const given = bytes("1");
  const workspace = new MemoryWorkspace({ a: given });
  const version = workspace.list()[0]?.version;
  given[0] = 0;
  workspace.read("a")[0] = 0;
  assert.deepEqual(workspace.read("a"), bytes("1"));
  workspace.write("a", "1", { mode: "executable" });
  assert.notEqual(workspace.list()[0]?.version, version);
  workspace.write("a", "2");
  assert.equal(workspace.list()[0]?.mode, "executable");
});

test("what is packed comes out as it was", () => {
  const contents = [bytes("ab"), "no such file", new Uint8Array(), bytes("c")];
  assert.deepEqual(unpack(pack(contents)), contents);
  assert.deepEqual(unpack(pack([])), []);
});

test("the page answers with as many files as one message should hold", async () => {
  const many = new Map(Array.from({ length: 300 }, (_, at) => [`f${at}`, `${at}`]));
  const page = new PageWorkspace(new MemoryWorkspace(many));
  assert.equal(unpack(await page.readSome([...many.keys()].join("\0"))).length, 128);
  const large = new PageWorkspace(
    new MemoryWorkspace(new Map([...many.keys()].map((path) => [path, new Uint8Array(1e6)]))),
  );
  assert.equal(unpack(await large.readSome([...many.keys()].join("\0"))).length, 16);
});

test("writes end in order, also after one that failed", async () => {
  const queue = new Queue();
  const ended: string[] = [];
  const slow = queue.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push("slow");
    throw new Error("no");
  });
  const next = queue.run(async () => void ended.push("next"));
  await assert.rejects(slow, /no/);
  await next;
  assert.deepEqual(ended, ["slow", "next"]);
});

test("no more than the limit runs at once", async () => {
  let running = 0;
  let most = 0;
  const answers = await mapLimited([...Array(50).keys()], 8, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return item * 2;
  });
  assert.equal(most, 8);
  assert.deepEqual(
    answers,
    [...Array(50).keys()].map((item) => item * 2),
  );
});

test("an error of the other side keeps its code, hint and paths; anything else is internal", () => {
  const thrown = Object.assign(new Error("There is no checkpoint 9."), {
    code: "no_checkpoint",
    hint: "There are 1 to 3.",
    paths: ["a"],
  });
  const error = toKnowngoodError(thrown);
  assert.ok(error instanceof KnowngoodError);
  assert.deepEqual(
    [error.code, error.message, error.hint, error.paths],
    ["no_checkpoint", thrown.message, thrown.hint, ["a"]],
  );
  assert.equal(toKnowngoodError(Object.assign(new Error("x"), { code: "ENOENT" })).code, "internal");
  assert.equal(toKnowngoodError("text").message, "text");
  assert.equal(toKnowngoodError(error), error);
});

test("cap8_a_turn_waits_so_long_and_no_longer", async () => {
  const begun: TurnBegun = { checkpoint: null, reason: "nothing_changed", message: "Nothing changed." };
  const told: string[] = [];
  assert.equal(await orLate(Promise.resolve(begun), 1000, () => told.push("late")), begun);
  const never = new Promise<TurnBegun>(() => undefined);
  const late = await orLate(never, 5, () => told.push("late"));
  assert.equal(late.reason, "too_slow");
  assert.match(late.message, /^No checkpoint for this turn: .* longer than 0.005 s\./);
  // What fails after that fails nobody.
  const fails = new Promise<TurnBegun>((_, reject) => setTimeout(() => reject(new Error("no")), 20));
  assert.equal((await orLate(fails, 5, () => told.push("late"))).reason, "too_slow");
  await new Promise((resolve) => setTimeout(resolve, 30));
  await assert.rejects(
    orLate(Promise.reject(new Error("bad id")), 1000, () => told.push("late")),
    /bad id/,
  );
  assert.deepEqual(told, ["late", "late"]);
});
