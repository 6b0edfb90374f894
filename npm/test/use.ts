// Uses the built package as a host does. Compiled by `npm run check`; it need not run.

import {
  connectHistory,
  type ErrorCode,
  KnowngoodError,
  type LookUp,
  MemoryWorkspace,
  openHistory,
  openOpfsWorkspace,
  type Row,
  startHistoryWorker,
  type Workspace,
} from "knowngood";
import { FxAdapter, type FxHands, type FxSessionStore, type FxShell, REVISION_CONFLICT } from "knowngood/fx";

/** The main job, as the README shows it. */
export async function mainJob(workspace: Workspace): Promise<number | null> {
  const history = await openHistory({ database: "editor" });
  const draft = await history.draft("d_42", { workspace, settings: { keep: 80, fileBytes: null } });

  const { checkpoint, reason, leftOut } = await draft.capture({ kind: "build", label: "Save & rebuild" });
  if (checkpoint === null) {
    const why: "nothing_changed" | "off" | null = reason;
    console.info(
      why,
      leftOut.map(({ path, message }) => `${path}: ${message}`),
    );
  } else {
    await draft.stamp(checkpoint.n, { result: "failed", errors: 2, message: "src/app.ts(3,1): …" });
  }

  const good = await draft.lastKnownGood();
  if (good.checkpoint === null) {
    console.info(good.why);
    return null;
  }
  const plan = await draft.planRestore(good.checkpoint.n);
  if (plan.refused !== null) {
    throw new KnowngoodError(plan.refused.code, plan.refused.message, plan.refused.hint);
  }
  const receipt = await draft.apply(plan);
  const exact: true = receipt.exact;
  console.info(exact, receipt.written, receipt.undo?.command);
  await history.close();
  return receipt.safety;
}

/** The same in a worker, and every way to name files. */
export async function inWorker(): Promise<readonly Row[]> {
  const history = await connectHistory(startHistoryWorker(), { access: "write" });
  const stop = history.onChange(({ draft, revision, source }) => console.info(draft, revision, source));
  const draft = await history.draft("d_42", { workspace: new MemoryWorkspace({ "a.ts": "1\n" }) });
  await draft.capture({ kind: "template", files: { "a.ts": "1\n", "b.bin": new Uint8Array([0]) } });
  await draft.capture({ kind: "edit", changes: new Map<string, string | null>([["a.ts", null]]) });
  const { text, files } = await draft.diff({ from: 1, to: "files", path: "a.ts", context: 0 });
  console.info(
    text?.length,
    files.map(({ path, status, added }) => `${status} ${path} ${added ?? "binary"}`),
  );
  const { stdout, exitCode } = await draft.terminal(["checkpoint", "list", "--json"]);
  console.info(stdout, exitCode);
  await draft.reportAgent({ session: "s1", name: "fx", state: "working" });
  if ((await draft.interrupted()) !== null) {
    await draft.recover("rollBack");
  }
  stop();
  return draft.checkpoints();
}

/** Every state of a look-up can be told apart by the compiler. */
export function describe(found: LookUp): string {
  switch (found.state) {
    case "found":
      return `${found.checkpoint.label}: ${found.files.length} files`;
    case "damaged":
      return found.damaged.join(", ");
    case "pruned":
    case "never_existed":
    case "not_on_this_device":
      return `${found.draft} ${found.n}: ${found.message}`;
    case "not_an_address":
      return found.hint;
  }
}

/** A turn of an agent, and the way back over it. */
export async function conversation(workspace: Workspace): Promise<Uint8Array | null> {
  const history = await openHistory();
  const draft = await history.draft("d_42", { workspace });
  const { reason } = await draft.beginTurn({ id: "t1", session: "s1", prompt: "Fix the header", name: "fx" });
  const begun: "nothing_changed" | "off" | "too_slow" | "failed" | null = reason;
  await draft.recordWrite({ session: "s1", turn: "t1", path: "src/header.ts" });
  await draft.terminal("checkpoint Half of it", { turn: "t1" });
  const { turn, checkpoint } = await draft.endTurn({ id: "t1", state: "done", sessionBytes: new Uint8Array([1]) });
  console.info(begun, turn.chip, turn.noCheckpoint?.message, checkpoint?.turn?.number, checkpoint?.savedBefore);

  const [row] = (await draft.checkpoints()).filter(({ actions }) => actions.resume.offered);
  const plan =
    row === undefined ? await draft.planResume({ turn: "t1" }) : await draft.planResume(row.n, { scope: "both" });
  if (plan.conversation !== null) {
    const { turnsLeft, parked, dropped, prompt } = plan.conversation;
    console.info(plan.title, turnsLeft, parked, dropped.map(({ label }) => label).join(), prompt);
  }
  const receipt = await draft.apply(plan);
  console.info(receipt.conversation?.prompt, receipt.conversation?.note);
  for (const branch of await draft.branches()) {
    await draft.apply(await draft.planResumeBranch(branch.id, { scope: "conversation", force: true }));
  }
  const { turns, undo, redo, busy } = await draft.status();
  console.info(turns, undo.offered ? undo.text : undo.why, redo.text, busy);
  await draft.apply(await draft.planUndo());
  await draft.apply(await draft.planRedo({ force: true }));
  console.info((await draft.operations()).map(({ act, text }) => `${act}: ${text}`).join(), await draft.backstops());
  console.info((await draft.turns()).length, (await draft.sessions()).length);
  await draft.forgetTurns({ session: "s1", through: "t1" });
  const state = await draft.session("s1");
  await draft.deleteSession("s1");
  return state?.bytes ?? null;
}

/** Every error has its code. */
export function codeOf(thrown: unknown): ErrorCode | undefined {
  return thrown instanceof KnowngoodError ? thrown.code : undefined;
}

/** fx, as docs/fx.md shows it. */
export async function withFx(workspace: Workspace, shell: FxShell): Promise<string | null> {
  const history = await openHistory();
  const draft = await history.draft("d_42", { workspace });
  const fx = new FxAdapter(draft, { session: "fx", shell, place: { root: "/draft" } });
  let running: FxSessionStore | null = null;
  const hands: FxHands = {
    exit: async () => {
      running = null;
    },
    start: async ({ args, sessionStore }) => {
      console.info(args.join(" "));
      running = sessionStore;
      await fx.report("idle");
    },
  };
  await hands.start(await fx.launch());
  await fx.beginTurn({ id: crypto.randomUUID(), prompt: "Fix the header" });
  await fx.endTurn({ state: "stopped", message: "You stopped it." });
  const receipt = await draft.apply(await draft.planResume(1));
  const { note } = await fx.rewind(hands);
  console.info(REVISION_CONFLICT, running === null, receipt.conversation?.prompt);
  return note;
}

/** What the compiler must refuse. */
export async function refused(workspace: Workspace): Promise<void> {
  const history = await openHistory();
  const draft = await history.draft("d_42", { workspace });
  // @ts-expect-error A capture has a kind.
  await draft.capture({ label: "no kind" });
  // @ts-expect-error A failed build has its number of errors.
  await draft.stamp(1, { result: "failed" });
  // @ts-expect-error Rows are not the caller's to change.
  (await draft.checkpoint(1)).label = "other";
  // @ts-expect-error A turn ends as something.
  await draft.endTurn({ id: "t1" });
  // @ts-expect-error There is no such scope.
  await draft.planResume(1, { scope: "turns" });
  // @ts-expect-error There is no such way.
  await draft.recover("later");
  const files: Workspace = await openOpfsWorkspace("d_42");
  await files.list();
}
