// The main job through the whole package, in the page itself and in a worker: the same answers, the same errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "knowngood";
import type { Page } from "playwright-core";
import { call, type PageFault } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

for (const worker of [false, true]) {
  const where = worker ? "in a worker" : "in the page";

  test(`${where}: capture, stamp, break, restore last known good, undo`, () =>
    lab.withPage(async (page) => {
      await call(page, "open", { worker });
      await mainJob(page);
    }));

  test(`${where}: errors keep their code and hint`, () =>
    lab.withPage(async (page) => {
      await call(page, "open", { worker });
      await call(page, "put", { a: "1" });
      await call(page, "capture", "message", "one");
      await assert.rejects(call(page, "plan", 9), (error: PageFault) => {
        assert.equal(error.code, "no_checkpoint");
        assert.match(error.hint ?? "", /1/);
        return true;
      });
      await assert.rejects(call(page, "plan", 1.5), { code: "bad_argument" });
      await assert.rejects(call(page, "readText", 1, "gone"), { code: "no_file" });
      await assert.rejects(call(page, "captureChanges", "out", { "../out": "x" }), { code: "bad_path" });
      await assert.rejects(call(page, "captureChanges", "half", { "a\ud800": "x" }), { code: "bad_path" });
      await call(page, "close");
      await assert.rejects(call(page, "rows"), { code: "closed" });
    }));

  test(`${where}: a disk that fails in the middle of a restore leaves it to be finished or rolled back`, () =>
    lab.withPage(async (page) => {
      await call(page, "open", { worker });
      await call(page, "put", { a: "1", b: "1", c: "1", d: "1" });
      await call(page, "capture", "message", "one");
      await call(page, "put", { a: "2", b: "2", c: "2", d: null, e: "2" });
      const before = await call(page, "workspacePrint");
      for (const way of ["rollBack", "finish"] as const) {
        await call(page, "failAfter", 2);
        await assert.rejects(call(page, "restore", 1), (error: PageFault) => {
          assert.equal(error.code, "restore_interrupted");
          assert.match(error.message, /The disk failed/);
          return true;
        });
        await call(page, "failAfter", null);
        assert.equal((await call(page, "interrupted"))?.n, 1);
        await call(page, "recover", way);
        assert.equal(await call(page, "interrupted"), null);
        const print = await call(page, "workspacePrint");
        assert.equal(print, way === "finish" ? await call(page, "print", 1) : before);
      }
    }));
}

test("what is no text does not reach the module, which goes on", () =>
  lab.withPage(async (page) => {
    await call(page, "open");
    await call(page, "put", { a: "1" });
    const five = 5 as unknown as string;
    await assert.rejects(call(page, "capture", "message", five), { code: "bad_argument" });
    await assert.rejects(call(page, "terminal", five), { code: "bad_argument" });
    await assert.rejects(call(page, "beginTurn", "t1", five), { code: "bad_argument" });
    await assert.rejects(call(page, "stamp", 1, null as unknown as Verdict), { code: "bad_argument" });
    assert.equal((await call(page, "capture", "message", "one")).checkpoint?.n, 1);
  }));

for (const worker of [false, true]) {
  test(`${worker ? "in a worker" : "in the page"}: options that are null are refused as an argument`, () =>
    lab.withPage(async (page) => {
      await call(page, "open", { worker });
      await call(page, "put", { a: "1" });
      await call(page, "capture", "message", "one");
      const codes = await page.evaluate(async () => {
        const { draft, history } = window.harness;
        const none = null as unknown as undefined;
        const calls: (() => Promise<unknown>)[] = [
          () => draft.diff(none),
          () => draft.planRestore(1, none),
          () => draft.planResume(1, none),
          () => draft.planResumeBranch("b1", none),
          () => draft.planUndo(none),
          () => draft.planRedo(none),
          () => draft.terminal("list", none),
          () => history.draft("other", none),
        ];
        const refused = async (work: () => Promise<unknown>): Promise<unknown> =>
          work().then(
            () => "taken",
            (thrown: unknown) => (thrown as { code?: string }).code,
          );
        return Promise.all(calls.map(refused));
      });
      assert.deepEqual(
        codes,
        Array.from({ length: 8 }, () => "bad_argument"),
      );
    }));

  test(`${worker ? "in a worker" : "in the page"}: bytes that were transferred away are said, and the draft goes on`, () =>
    lab.withPage(async (page) => {
      await call(page, "open", { worker });
      await call(page, "put", { a: "1" });
      const code = await page.evaluate(async () => {
        const gone = new Uint8Array([1, 2, 3]);
        structuredClone(gone.buffer, { transfer: [gone.buffer] });
        try {
          await window.harness.draft.capture({ kind: "edit", files: { a: gone } });
          return "taken";
        } catch (thrown) {
          return (thrown as { code?: string }).code;
        }
      });
      assert.equal(code, "bad_argument");
      assert.equal((await call(page, "capture", "message", "one")).checkpoint?.n, 1);
    }));
}

test("without a workspace what needs one says so", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { workspace: "none" });
    await call(page, "captureChanges", "one", { a: "1" });
    await assert.rejects(call(page, "capture", "edit", "two"), { code: "no_workspace" });
    await assert.rejects(call(page, "plan", 1), { code: "no_workspace" });
  }));

test("with the right to read nothing can be changed", () =>
  lab.withPage(async (page) => {
    await call(page, "open");
    await call(page, "put", { a: "1" });
    await call(page, "capture", "message", "one");
    await call(page, "close");
    await call(page, "open", { access: "read" });
    assert.equal((await call(page, "rows")).length, 1);
    await assert.rejects(call(page, "capture", "message", "two"), { code: "read_only" });
    await assert.rejects(call(page, "stamp", 1, { result: "success" }), { code: "read_only" });
    await assert.rejects(call(page, "deleteDraft", "d_1"), { code: "read_only" });
  }));

test("i2: names and bytes come back as they were", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { worker: true });
    const files = Object.fromEntries(
      [" a", "a ", "語/文.ts", "e\u0301", "é", "constructor", "a\\b", "👩‍💻", "empty", "crlf"].map((name) => [
        name,
        name,
      ]),
    );
    files["empty"] = "";
    files["crlf"] = "\ufeffone\r\ntwo\r\n";
    await call(page, "put", files);
    const { warnings } = (await call(page, "capture", "message", "names")).checkpoint ?? { warnings: [] };
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["names_collide"],
    );
    await call(page, "put", Object.fromEntries(Object.keys(files).map((name) => [name, null])));
    const { written } = await call(page, "restore", 1);
    assert.equal(written.length, Object.keys(files).length);
    assert.equal(await call(page, "workspacePrint"), await call(page, "print", 1));
    assert.equal(await call(page, "readText", 1, "語/文.ts"), "語/文.ts");
  }));

async function mainJob(page: Page): Promise<void> {
  await call(page, "put", { "a.ts": "1\n", "b.ts": "1\n" });
  const first = await call(page, "capture", "build", "works");
  assert.equal(first.checkpoint?.n, 1);
  await call(page, "stamp", 1, { result: "success" });
  assert.equal((await call(page, "capture", "edit", "same")).reason, "nothing_changed");

  await call(page, "put", { "a.ts": "2\n", "b.ts": null, "c.ts": "2\n" });
  assert.equal((await call(page, "capture", "build", "broken")).checkpoint?.filesChanged, 3);
  await call(page, "stamp", 2, { result: "failed", errors: 2, message: "a.ts: no" });
  const broken = await call(page, "workspacePrint");
  assert.equal((await call(page, "lastKnownGood")).checkpoint?.n, 1);

  const { title, files } = await call(page, "diff", { from: 1, to: 2 });
  assert.match(title, /^Checkpoint 2 against checkpoint 1: 3 files, \+2 -2/);
  assert.deepEqual(
    files.map(({ path, status }) => `${status} ${path}`),
    ["changed a.ts", "removed b.ts", "added c.ts"],
  );

  const plan = await call(page, "plan", 1);
  assert.deepEqual([plan.write.map(({ path }) => path), plan.remove, plan.refused], [["a.ts", "b.ts"], ["c.ts"], null]);
  const receipt = await call(page, "restore", 1);
  assert.deepEqual([receipt.written, receipt.removed], [["a.ts", "b.ts"], ["c.ts"]]);
  assert.deepEqual(await call(page, "texts"), { "a.ts": "1\n", "b.ts": "1\n" });
  const good = await call(page, "lastKnownGood");
  assert.equal(good.checkpoint, null);
  assert.notEqual(good.why, null);

  assert.ok(receipt.undo);
  await call(page, "restore", receipt.undo.n);
  assert.equal(await call(page, "workspacePrint"), broken);

  const listed = await call(page, "terminal", "checkpoint list");
  assert.equal(listed.exitCode, 0);
  assert.match(listed.stdout, /^N +TURN +STATE +VERDICT +TAKEN +CHANGED +LABEL/);
  assert.equal((await call(page, "terminal", ["checkpoint", "restore", "works", "now"])).exitCode, 2);

  const found = await call(page, "lookup", "https://editor.example/drafts/d_1/c/1");
  assert.equal(found.state, "found");
  const states = await Promise.all(
    ["/drafts/d_1/c/99", "/drafts/other/c/1", "/drafts/d_1"].map(
      async (path) => (await call(page, "lookup", path)).state,
    ),
  );
  assert.deepEqual(states, ["never_existed", "not_on_this_device", "not_an_address"]);
}
