// The workspace in the browser's own file system.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { call } from "./call.js";
import { harnessLab } from "./lab.js";

const lab = harnessLab();

test("OPFS keeps names, bytes and modes over a reload, and leaves no empty folders", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { workspace: "opfs" });
    const files = {
      " a": "1",
      "語/文.ts": "2",
      "deep/er/file": "3",
      empty: "",
      "a..b": "dots",
    };
    await call(page, "put", files);
    await call(page, "setMode", "deep/er/file", "executable");
    await call(page, "capture", "message", "one");
    await call(page, "close");
    await page.reload();
    await call(page, "open", { workspace: "opfs" });
    assert.deepEqual(await call(page, "texts"), files);
    assert.deepEqual(
      (await call(page, "list")).filter(({ mode }) => mode === "executable").map(({ path }) => path),
      ["deep/er/file"],
    );
    await call(page, "put", { "deep/er/file": null });
    // A file where the folder was: it went with the last file in it.
    await call(page, "put", { deep: "now a file" });
    await call(page, "restore", 1);
    assert.deepEqual(await call(page, "texts"), files);
    assert.equal((await call(page, "plan", 1)).nothingToDo, true);
  }));

test("OPFS gives each write a version of its own, and says in a sentence what it cannot do", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { workspace: "opfs" });
    const versions = new Set<string | number | undefined>();
    for (let at = 0; at < 10; at++) {
      await call(page, "put", { a: `${at}` });
      versions.add((await call(page, "list"))[0]?.version);
    }
    assert.equal(versions.size, 10);
    await assert.rejects(call(page, "put", { gone: null }), { message: "There is no such file." });
    await assert.rejects(call(page, "put", { "a/b": "x" }), /A file stands where a folder should be/);
    // A browser that is killed leaves such a file; it is nobody's, and must not turn up among a person's.
    await assert.rejects(call(page, "put", { "a.crswap": "x" }), /keeps names that end in \.crswap for itself/);
  }));

test("OPFS: two tabs that mark files as executable at the same time lose neither mark, in a page and in a worker", () =>
  lab.withPage(async (one, browser) => {
    const two = await browser.open(lab.origin);
    await call(one, "open", { workspace: "opfs" });
    await call(two, "open", { workspace: "opfs" });
    const names = (tab: string): string[] => Array.from({ length: 20 }, (_, n) => `${tab}-${n}.sh`);
    const mark = async (page: Page, tab: string): Promise<void> => {
      for (const name of names(tab)) {
        await call(page, "put", { [name]: "#!/bin/sh\n" });
        await call(page, "setMode", name, "executable");
      }
    };
    await Promise.all([mark(one, "one"), mark(two, "two")]);
    const marked = [...names("one"), ...names("two")].sort();
    const executables = async (page: Page): Promise<string[]> =>
      (await call(page, "list")).flatMap(({ path, mode }) => (mode === "executable" ? [path] : [])).sort();
    assert.deepEqual(await executables(one), marked);
    assert.deepEqual(await executables(two), marked);

    // A restore in a worker puts modes back that a page has changed.
    await call(one, "capture", "message", "all");
    await call(one, "close");
    await call(two, "close");
    await call(one, "open", { workspace: "opfs", worker: true });
    await call(one, "setMode", "one-3.sh", "regular");
    await call(one, "put", { "two-5.sh": null });
    await call(one, "restore", 1);
    assert.deepEqual(await executables(one), marked);
    assert.deepEqual(await executables(two), marked);
  }));

test("OPFS: what one tab writes within a millisecond, with the same size, is a change to a worker that listed it before", () =>
  lab.withPage(async (page) => {
    await call(page, "open", { workspace: "opfs", worker: true, keep: 1000 });
    for (let at = 0; at < 30; at++) {
      await call(page, "put", { a: `${at % 10}` });
      const { checkpoint } = await call(page, "capture", "edit", `${at}`);
      assert.equal(checkpoint?.label, `${at}`, "the change was seen");
      assert.equal(await call(page, "readText", checkpoint.n, "a"), `${at % 10}`);
    }
  }));
