// The workspace of fx's contract: its shape, its limits, and what it notes.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { cutOutputs } from "../src/fx/output.js";
import { FxScene, loadModule } from "./fx-scene.js";

before(loadModule);

test("“workspace = { info: { version: 1, root, cwd, home, gitAvailable: false, ephemeral: true }, permission }”", async () => {
  const { place } = await FxScene.open();
  assert.deepEqual(place.info, {
    version: 1,
    root: "/draft",
    cwd: "/draft",
    home: "/home",
    gitAvailable: false,
    ephemeral: true,
  });
  assert.equal(place.permission, "allow-sandboxed");
});

test("“exec({ command, cwd, signal, timeoutMs, outputLimitBytes }) → { stdout, stderr, exitCode }”", async () => {
  const fx = await FxScene.open();
  // fx calls it without its object.
  const { exec } = fx.place;
  const result = await exec({ command: "print a 3 b 2", cwd: "/draft/src", timeoutMs: 1000, outputLimitBytes: 100 });
  assert.deepEqual(result, { stdout: "aaa", stderr: "bb", exitCode: 3 });
  const [ran] = fx.shell.lines;
  assert.equal(ran?.options.cwd, "/draft/src");
  assert.equal(ran?.options.timeoutMs, 1000);
  assert.equal(ran?.options.outputLimitBytes, 100);
  await assert.rejects(exec({ command: "nothing like that" }), /No such command/);
});

test("“output over 64 KiB is cut”, also when fx asks for more, and says that it was", async () => {
  const fx = await FxScene.open();
  const { stdout, stderr } = await fx.place.exec({ command: "print é 60000 b 60000", outputLimitBytes: 10_000_000 });
  const length = (text: string): number => new TextEncoder().encode(text).length;
  assert.ok(length(stdout) + length(stderr) <= 65_536);
  assert.ok(length(stdout) > 32_000 && length(stderr) > 32_000);
  assert.match(stdout, /^é+\n\[cut: 120000 bytes in all\]\n$/);
  assert.match(stderr, /^b+\n\[cut: 60000 bytes in all\]\n$/);
});

test("what is printed is cut between characters, and what fits is not touched", () => {
  assert.deepEqual(cutOutputs("👩‍💻", "", 11), { stdout: "👩‍💻", stderr: "" });
  assert.deepEqual(cutOutputs("ééé", "", 3), { stdout: "é", stderr: "" });
  assert.deepEqual(cutOutputs("abcdef", "x", 4), { stdout: "abc", stderr: "x" });
  assert.deepEqual(cutOutputs("a", "xyzxyz", 4), { stdout: "a", stderr: "xyz" });
  assert.deepEqual(cutOutputs("abc", "xyz", 0), { stdout: "", stderr: "" });
  assert.deepEqual(cutOutputs("\ufeffa", "", 4), { stdout: "\ufeffa", stderr: "" });
});

test("“an abort rejects with AbortError”, and what the command had written is the turn's", async () => {
  const fx = await FxScene.open();
  await fx.adapter.beginTurn({ id: "t1", prompt: "p" });
  const stop = new AbortController();
  const held = fx.place.exec({ command: "hold", signal: stop.signal });
  stop.abort("for a reason of its own");
  await assert.rejects(held, { name: "AbortError" });
  await assert.rejects(fx.place.exec({ command: "write a 1", signal: stop.signal }), { name: "AbortError" });
  assert.equal(fx.workspace.has("a"), false);
  await fx.commit("one");
  const [turn] = await fx.draft.turns();
  assert.deepEqual(turn?.writes, ["held"]);
});

test("“a time-out with TimeoutError”, by the time given or by a signal that says so", async () => {
  const fx = await FxScene.open();
  await assert.rejects(fx.place.exec({ command: "hold", timeoutMs: 10 }), { name: "TimeoutError" });
  const stop = new AbortController();
  const held = fx.place.exec({ command: "hold", signal: stop.signal });
  stop.abort(new DOMException("too long", "TimeoutError"));
  await assert.rejects(held, { name: "TimeoutError" });
});

test("a shell that never stops does not keep fx waiting", async () => {
  const fx = await FxScene.open();
  await assert.rejects(fx.place.exec({ command: "hold-for-ever", timeoutMs: 10 }), { name: "TimeoutError" });
});

test("each path that a command changed is noted for the turn, and none outside of one", async () => {
  const fx = await FxScene.open();
  await fx.exec("write before 1");
  await fx.adapter.beginTurn({ id: "t1", prompt: "p" });
  await fx.exec("write a 1");
  await fx.exec("write b/c 1");
  await fx.exec("remove a");
  await fx.commit("one");
  await fx.exec("write after 1");
  const [turn] = await fx.draft.turns();
  assert.deepEqual([...(turn?.writes ?? [])].sort(), ["a", "b/c"]);
  assert.deepEqual(fx.troubles, []);
});

test("“checkpoint <message> reaches us … from the agent, as a shell command”: it is a checkpoint of the turn", async () => {
  const fx = await FxScene.open();
  await fx.adapter.beginTurn({ id: "t1", prompt: "p" });
  await fx.exec("write a 1");
  const { stdout, exitCode } = await fx.exec("checkpoint Half way there");
  assert.equal(exitCode, 0);
  assert.match(stdout, /Half way there/);
  await fx.exec("write a 2");
  await fx.commit("one");
  const [turn] = await fx.draft.turns();
  assert.equal(turn?.checkpoints.length, 2);
  const row = await fx.draft.checkpoint(turn?.checkpoints[0] ?? 0);
  assert.equal(row.label, "Half way there");
});

test("a root that fx would not take is said at once", async () => {
  const { draft, shell } = await FxScene.open();
  const { FxAdapter } = await import("../src/fx/index.js");
  for (const root of ["draft", "/draft/", "/a/../b", "/a//b", "/a\0"]) {
    const adapter = new FxAdapter(draft, { session: "other", shell, place: { root } });
    await assert.rejects(adapter.launch(), { code: "bad_argument" }, root);
  }
});
