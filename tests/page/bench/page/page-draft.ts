// The product as an editor uses it: history in the package's worker, files in the page. What does the page feel?

import { connectHistory, type Draft, type History, MemoryWorkspace, startHistoryWorker } from "knowngood";
import { type Blocks, watched } from "./probe.js";
import { editFiles, type Files, projectFiles, type ProjectSource, sameBytes } from "./project.js";
import { deleteDatabase } from "./raw.js";
import { say } from "./timing.js";

/** What the page felt, by what was done. */
export type Felt = Record<string, Blocks[]>;

/** Files of an edit. */
const EDITED = 10;

/** Does all that a person does with one project, and watches the page. */
export async function feel(name: string, source: ProjectSource, rounds: number): Promise<Felt> {
  say(`${name}: what the page feels`);
  const files = await projectFiles(source);
  const felt: Felt = {};
  await watch(felt, "nothing", () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const database = `${name}-page`;
  const worker = startHistoryWorker();
  const workspace = new MemoryWorkspace(files);
  const history = await connectHistory(worker, { database });
  const draft = await history.draft("bench", { workspace });
  await settled();
  await watch(felt, "first checkpoint", () => draft.capture({ kind: "edit" }));
  for (let round = 1; round <= rounds; round++) {
    const changes = edit(files, workspace, round);
    await watch(felt, "next checkpoint, changes named", () => draft.capture({ kind: "edit", changes }));
    edit(files, workspace, round + 1_000);
    await watch(felt, "next checkpoint, by the listing", () => draft.capture({ kind: "edit" }));
    await watch(felt, "list", () => draft.checkpoints());
    for (const n of await lastTwo(draft)) {
      await watch(felt, "restore", () => restore(draft, n));
      expectEdited(workspace, files, n === (await lastTwo(draft))[1]);
    }
  }
  await history.close();
  worker.terminate();
  await settled();
  await reopen(felt, database, workspace);
  await deleteDatabase(database);
  return felt;
}

function edit(files: Files, workspace: MemoryWorkspace, seed: number): Files {
  const changes = editFiles(files, EDITED, seed);
  changes.forEach((bytes, path) => workspace.write(path, bytes));
  return changes;
}

/** The checkpoint before the current one, and the current one: there and back. */
async function lastTwo(draft: Draft): Promise<[number, number]> {
  const [current, before] = (await draft.checkpoints()).filter(({ kind }) => kind !== "safety");
  if (current === undefined || before === undefined) {
    throw new Error("knowngood: there are not two checkpoints to go between.");
  }
  return [before.n, current.n];
}

async function restore(draft: Draft, n: number): Promise<void> {
  const { written } = await draft.apply(await draft.planRestore(n));
  if (written.length !== EDITED) {
    throw new Error(`knowngood: the restore wrote ${written.length} files, not ${EDITED}.`);
  }
}

/** Fails unless the workspace holds `files`, or all of them but those of the last edit. */
function expectEdited(workspace: MemoryWorkspace, files: Files, edited: boolean): void {
  const others = [...files].filter(([path, bytes]) => !sameBytes(workspace.read(path), bytes)).length;
  if (others !== (edited ? 0 : EDITED)) {
    throw new Error(`knowngood: after a restore ${others} files are not as they were.`);
  }
}

async function reopen(felt: Felt, database: string, workspace: MemoryWorkspace): Promise<void> {
  const worker = startHistoryWorker();
  let history: History | null = null;
  await watch(felt, "open and list", async () => {
    history = await connectHistory(worker, { database });
    return (await history.draft("bench", { workspace })).checkpoints();
  });
  await (history as History | null)?.close();
  worker.terminate();
}

async function watch(felt: Felt, name: string, work: () => Promise<unknown>): Promise<void> {
  (felt[name] ??= []).push(await watched(work));
  await settled();
}

/** Lets what was before come to rest, so that it is not counted for what follows. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150));
}
