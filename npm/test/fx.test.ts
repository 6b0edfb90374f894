// fx's contract, sentence by sentence (section 7 of the design), on the real package in memory.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { REVISION_CONFLICT } from "../src/fx/index.js";
import { FxScene, loadModule, textOf } from "./fx-scene.js";

before(loadModule);
const scenes: FxScene[] = [];
after(() => Promise.all(scenes.map((scene) => scene.close())));

async function scene(): Promise<FxScene> {
  const made = await FxScene.open();
  scenes.push(made);
  return made;
}

const conflict = { code: REVISION_CONFLICT };

test("“load(id) → {bytes, revision} | null”: null before anything was committed, and for another id", async () => {
  const fx = await scene();
  assert.equal(await fx.store.load("s"), null);
  await commitTurn(fx, "s", "one");
  assert.deepEqual(Object.keys((await fx.store.load("s")) ?? {}).sort(), ["bytes", "revision"]);
  assert.equal(await fx.store.load("other"), null);
});

test("“commit(id, bytes, expectedRevision) → {revision}”: what is committed is what is loaded", async () => {
  const fx = await scene();
  const { revision } = await commitTurn(fx, "s", "one");
  const loaded = await fx.store.load("s");
  assert.equal(textOf(loaded?.bytes), "one");
  assert.equal(typeof revision, "string");
  // As fx does after a load: with the revision that came with it.
  await commitTurn(fx, "s", "two", loaded?.revision);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "two");
});

test("“list() → [{id, updatedAtMs}]”, and “remove(id)”: fx has it no more, the turns stay", async () => {
  const fx = await scene();
  assert.deepEqual(await fx.store.list(), []);
  const before = Date.now();
  await commitTurn(fx, "s", "one");
  const [listed, ...more] = await fx.store.list();
  assert.equal(listed?.id, "s");
  assert.ok(Number.isInteger(listed?.updatedAtMs) && (listed?.updatedAtMs ?? 0) >= before);
  assert.deepEqual(more, []);
  await fx.store.remove("other");
  assert.equal((await fx.store.list()).length, 1);
  await fx.store.remove("s");
  assert.deepEqual(await fx.store.list(), []);
  assert.equal(await fx.store.load("s"), null);
  assert.equal((await fx.draft.turns()).length, 1);
  const launched = await fx.launch();
  assert.deepEqual(launched.args, []);
});

test("“A wrong expectedRevision must throw an error with code = FX_SESSION_REVISION_CONFLICT”", async () => {
  const fx = await scene();
  await fx.adapter.beginTurn({ id: "t1", prompt: "p" });
  await assert.rejects(fx.store.commit("s", bytesOf("one"), "never given"), conflict);
  const { revision } = await fx.store.commit("s", bytesOf("one"), undefined);
  await fx.adapter.beginTurn({ id: "t2", prompt: "p" });
  await assert.rejects(fx.store.commit("s", bytesOf("two"), undefined), conflict);
  await assert.rejects(fx.store.commit("s", bytesOf("two"), `${revision}0`), conflict);
  assert.equal(textOf((await fx.draft.session("fx"))?.bytes)?.endsWith("one"), true);
  const next = await fx.store.commit("s", bytesOf("two"), revision);
  assert.notEqual(next.revision, revision);
  await fx.adapter.beginTurn({ id: "t3", prompt: "p" });
  await assert.rejects(fx.store.commit("s", bytesOf("three"), revision), conflict);
});

test("“It commits once after each completed turn”: one commit is one turn, with its files and its bytes", async () => {
  const fx = await scene();
  await fx.adapter.beginTurn({ id: "t1", prompt: "write a" });
  await fx.exec("write a 1");
  fx.adapter.expect({ closingLine: "I wrote a." });
  await fx.store.commit("s", bytesOf("one"), undefined);
  const [turn, ...more] = await fx.draft.turns();
  assert.deepEqual(more, []);
  assert.equal(turn?.id, "t1");
  assert.equal(turn?.state, "done");
  assert.equal(turn?.closingLine, "I wrote a.");
  assert.deepEqual(turn?.writes, ["a"]);
  assert.equal(turn?.checkpoints.length, 1);
  assert.equal(fx.adapter.turn, null);
  assert.deepEqual(fx.ended, ["t1"]);
});

test("a commit between turns belongs to the last one, and what a person changed stays theirs", async () => {
  const fx = await scene();
  const { revision } = await commitTurn(fx, "s", "one");
  fx.workspace.write("mine", "by hand");
  await fx.store.commit("s", bytesOf("another model"), revision);
  assert.equal((await fx.draft.turns()).length, 1);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "another model");
  const [row] = await fx.draft.checkpoints();
  assert.equal(row?.turn, null);
  assert.equal(row?.filesChanged, 1);
});

test("a commit before the first turn is kept with it", async () => {
  const fx = await scene();
  const { revision } = await fx.store.commit("s", bytesOf("no turn yet"), undefined);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "no turn yet");
  assert.deepEqual(await fx.draft.turns(), []);
  const [listed] = await fx.store.list();
  assert.equal(listed?.id, "s");
  const loaded = await fx.store.load("s");
  assert.notEqual(loaded?.revision, revision);
  await commitTurn(fx, "s", "one", loaded?.revision);
  assert.equal((await fx.draft.turns()).length, 1);
});

test("“the bytes are opaque and self-contained”: any bytes come back as they were, and are nobody else's", async () => {
  const fx = await scene();
  const every = new Uint8Array(70_000).map((_, at) => at % 256);
  const given = every.slice();
  await fx.adapter.beginTurn({ id: "t1", prompt: "p" });
  const committed = fx.store.commit("id with 語 and \0", given, undefined);
  // As fx does: its memory is used again at once.
  given.fill(0);
  const { revision } = await committed;
  const first = await fx.store.load("id with 語 and \0");
  assert.deepEqual(first?.bytes, every);
  first?.bytes.fill(0);
  assert.deepEqual((await fx.store.load("id with 語 and \0"))?.bytes, every);
  assert.notEqual(first?.revision, revision);
  await commitTurn(fx, "id with 語 and \0", "", (await fx.store.load("id with 語 and \0"))?.revision);
  assert.equal((await fx.store.load("id with 語 and \0"))?.bytes.length, 0);
});

test("“let the old instance exit, serve the wanted turn's bytes from load, start a new instance with --resume last”", async () => {
  const fx = await scene();
  await fx.turns("one", "two", "three");
  const [, second] = await fx.rowsOfTurns();
  const receipt = await fx.draft.apply(await fx.draft.planResume(second ?? 0));
  const order: string[] = [];
  const launch = await fx.adapter.rewind({
    exit: async () => void order.push("exit"),
    start: async ({ args, sessionStore }) => {
      const [last] = await sessionStore.list();
      order.push(`start ${args.join(" ")}: ${textOf((await sessionStore.load(last?.id ?? ""))?.bytes) ?? ""}`);
    },
  });
  assert.deepEqual(order, ["exit", "start --resume last: two"]);
  assert.equal(launch.turn?.number, 2);
  assert.equal(launch.note, receipt.conversation?.note);
  assert.match(launch.note ?? "", /remember/);
  assert.equal(receipt.conversation?.prompt, "write f three");
});

test("“or --id”: the id that load serves is the one in the list", async () => {
  const fx = await scene();
  await commitTurn(fx, "1796-abc", "one");
  const { args, store } = await fx.launch();
  assert.deepEqual(args, ["--resume", "last"]);
  const [last] = await store.list();
  assert.equal(last?.id, "1796-abc");
  assert.equal(textOf((await store.load("1796-abc"))?.bytes), "one");
});

test("“The model then receives only the turns up to there”: the next turn goes on from the rewound one", async () => {
  const fx = await scene();
  await fx.turns("one", "two", "three");
  const [first] = await fx.rowsOfTurns();
  await fx.draft.apply(await fx.draft.planResume(first ?? 0));
  await fx.rewind();
  await fx.turn("two again");
  const live = (await fx.draft.turns()).filter(({ place }) => place === "live");
  assert.deepEqual(live.map(({ prompt }) => prompt).reverse(), ["write f one", "write f two again"]);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "two again");
  assert.deepEqual(
    (await fx.draft.branches()).map(({ turns }) => turns),
    [2],
  );
});

test("“There is no other way: a live instance keeps what it knows”: its late commit is refused, never recorded", async () => {
  const fx = await scene();
  await fx.turns("one", "two", "three");
  const late = fx.store;
  const revision = (await late.load("s"))?.revision;
  const [first] = await fx.rowsOfTurns();
  await fx.draft.apply(await fx.draft.planResume(first ?? 0));
  const refused = (): Promise<void> => assert.rejects(late.commit("s", bytesOf("from three"), revision), conflict);
  // Before the host knows, while it lets the instance go, and after the next one runs.
  await refused();
  await fx.adapter.rewind({
    exit: refused,
    start: async (launch) => fx.started(launch),
  });
  await refused();
  await fx.adapter.beginTurn({ id: "t9", prompt: "p" });
  await refused();
  await assert.rejects(late.commit("a fresh id", bytesOf("x"), undefined), conflict);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "one");
});

test("an instance that was let go is refused, also where the conversation is still what it knows", async () => {
  const fx = await scene();
  await fx.turns("one");
  const late = fx.store;
  const revision = fx.revision;
  await fx.launch();
  await assert.rejects(late.commit("s", bytesOf("two"), revision), conflict);
  await fx.adapter.beginTurn({ id: "t2", prompt: "p" });
  await assert.rejects(late.commit("s", bytesOf("two"), revision), conflict);
  await fx.commit("two, of the next instance");
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "two, of the next instance");
});

test("O1: a forced rewind while the agent works: its commit is refused, and its commands are stopped", async () => {
  const fx = await scene();
  await fx.turns("one", "two");
  const revision = (await fx.store.load("s"))?.revision;
  await fx.adapter.beginTurn({ id: "t3", prompt: "slow" });
  const held = fx.exec("hold");
  const [first] = await fx.rowsOfTurns();
  await fx.draft.apply(await fx.draft.planResume(first ?? 0, { force: true }));
  await assert.rejects(fx.store.commit("s", bytesOf("three"), revision), conflict);
  const late = fx.late();
  await fx.rewind();
  await assert.rejects(held, { name: "AbortError" });
  await assert.rejects(late.exec("write late 1"), { name: "AbortError" });
  assert.equal(fx.workspace.has("late"), false);
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "one");
});

test("K2: an instance whose conversation went on elsewhere is refused", async () => {
  const fx = await scene();
  await fx.turns("one");
  const other = await fx.elsewhere();
  await other.turn("two, in another tab");
  assert.equal(await fx.adapter.isCurrent(), false);
  await fx.adapter.beginTurn({ id: "late", prompt: "p" });
  await assert.rejects(fx.store.commit("s", bytesOf("two, here"), fx.revision), conflict);
});

test("undo and redo of a rewind serve the bytes of where the conversation is then", async () => {
  const fx = await scene();
  await fx.turns("one", "two");
  const [first] = await fx.rowsOfTurns();
  await fx.draft.apply(await fx.draft.planResume(first ?? 0));
  await fx.rewind();
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "one");
  await fx.draft.apply(await fx.draft.planUndo());
  await fx.rewind();
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "two");
  await fx.draft.apply(await fx.draft.planRedo());
  await fx.rewind();
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "one");
  const [branch] = await fx.draft.branches();
  await fx.draft.apply(await fx.draft.planResumeBranch(branch?.id ?? ""));
  await fx.rewind();
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "two");
});

test("“It compacts its own context; a turn whose session bytes are not held cannot be resumed”", async () => {
  const fx = await scene();
  await fx.turns("one", "two", "three");
  const turns = (await fx.draft.turns()).reverse();
  await fx.draft.forgetTurns({ session: "fx", through: turns[0]?.id ?? "" });
  const [first, second] = await fx.rowsOfTurns();
  const row = await fx.draft.checkpoint(first ?? 0);
  assert.equal(row.actions.resume.offered, false);
  assert.match(row.actions.resume.why ?? "", /Older than fx remembers/);
  assert.equal(row.actions.restore.offered, true);
  assert.equal((await fx.draft.checkpoint(second ?? 0)).actions.resume.offered, true);
});

test("“While an agent starts, works or waits” a restore names it; afterwards it does not", async () => {
  const fx = await scene();
  await fx.turns("one", "two");
  const [first] = await fx.rowsOfTurns();
  const refused = async (): Promise<string | null> => {
    const { refused } = await fx.draft.planRestore(first ?? 0);
    return refused === null ? null : `${refused.code}: ${refused.message}`;
  };
  assert.equal(await refused(), null);
  await fx.adapter.beginTurn({ id: "t3", prompt: "p" });
  assert.match((await refused()) ?? "", /^agent_working: .*fx/);
  fx.adapter.expect({ state: "needs_input", message: "Which?" });
  await fx.commit("three");
  assert.match((await refused()) ?? "", /^agent_working: .*fx/);
  await fx.adapter.report("idle");
  assert.equal(await refused(), null);
  await fx.launch();
  assert.match((await refused()) ?? "", /^agent_working: .*fx/);
});

test("CONV9: a turn that died is ended as stopped, with what it had, and the next instance knows the turn before", async () => {
  const fx = await scene();
  await fx.turns("one");
  await fx.adapter.beginTurn({ id: "t2", prompt: "die" });
  await fx.exec("write half 1");
  fx.adapter.letGo();
  await fx.adapter.endTurn({ state: "stopped", message: "It died." });
  const [turn] = await fx.draft.turns();
  assert.equal(turn?.state, "stopped");
  assert.equal(turn?.checkpoints.length, 1);
  const { args, store } = await fx.launch();
  assert.deepEqual(args, ["--resume", "last"]);
  assert.equal(textOf((await store.load("s"))?.bytes), "one");
});

test("D2: a turn that could not be begun is not kept with the turn before, which would then remember it", async () => {
  const fx = await scene();
  await fx.turns("one");
  const begin = fx.adapter.beginTurn({ id: "\0", prompt: "not a name" });
  await assert.rejects(begin);
  await assert.rejects(fx.commit("one and two"), { code: "no_turn" });
  assert.equal(textOf((await fx.store.load("s"))?.bytes), "one");
});

test("a commit of more than 32 MiB fails with its reason, the turn's files are kept, and fx can go on", async () => {
  const fx = await scene();
  await fx.turns("one");
  await fx.adapter.beginTurn({ id: "large", prompt: "two" });
  await fx.exec("write a 2");
  const large = new Uint8Array(32 * 1024 * 1024);
  await assert.rejects(fx.store.commit("s", large, fx.revision), { code: "too_large" });
  const [turn] = await fx.draft.turns();
  assert.deepEqual([turn?.id, turn?.state, turn?.checkpoints.length], ["large", "done", 1]);
  assert.equal(turn?.actions.resume.why, "Older than fx remembers.");
  await fx.turns("one and three");
  const { store } = await fx.launch();
  assert.equal(textOf((await store.load("s"))?.bytes), "one and three");
});

test("bytes that something else stored are refused with a sentence, not taken for fx's", async () => {
  const fx = await scene();
  await fx.draft.beginTurn({ id: "t1", session: "fx", prompt: "p" });
  await fx.draft.endTurn({ id: "t1", state: "done", sessionBytes: bytesOf("another agent's") });
  await assert.rejects(fx.launch(), { code: "damaged" });
});

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** One turn of fx's: begun by the host, committed by fx. */
async function commitTurn(
  fx: FxScene,
  id: string,
  text: string,
  expected?: string,
): Promise<{ readonly revision: string }> {
  await fx.adapter.beginTurn({ id: crypto.randomUUID(), prompt: text });
  return fx.store.commit(id, bytesOf(text), expected);
}
