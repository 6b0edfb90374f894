// What a list costs after a reload: the database is opened anew, by a thread that has just begun.

import { init, openHistory } from "knowngood";
import { LARGE_DATABASE, LISTED } from "./large.js";
import { DRAFT } from "./ours.js";
import { RawDatabase } from "./raw.js";
import { timed } from "./timing.js";

/** One list after a reload; all times in milliseconds. */
export interface Listed {
  /** Loading the WebAssembly file. */
  readonly load: number;
  /** Opening the database. */
  readonly open: number;
  /** Opening the draft. */
  readonly draft: number;
  /** Listing its checkpoints. */
  readonly list: number;
  /** Listing them once more. */
  readonly listAgain: number;
  /** Empty read transactions on a connection that is open. */
  readonly emptyReads: number[];
  /** Opening a database of one empty store, and an empty read transaction. */
  readonly rawOpen: number;
  /** Read requests, by store. */
  readonly reads: Record<string, number>;
}

/** Opens, lists, and counts what is read meanwhile. */
export async function listAfterReload(): Promise<Listed> {
  const emptyReads: number[] = [];
  const raw = await RawDatabase.create("empty");
  for (let round = 0; round < 60; round++) {
    const ms = await timed(() => raw.readNothing());
    if (round >= 10) {
      emptyReads.push(ms);
    }
  }
  raw.close();
  const rawOpen = await timed(async () => {
    const again = await RawDatabase.create("empty");
    await again.readNothing();
    again.close();
  });
  const load = await timed(() => init());
  const reads = countReads();
  const opened = await timedAnswer(() => openHistory({ database: LARGE_DATABASE, access: "read" }));
  const draft = await timedAnswer(() => opened.answer.draft(DRAFT));
  const rows = await timedAnswer(() => draft.answer.checkpoints());
  const listAgain = await timed(() => draft.answer.checkpoints());
  const counted = { ...reads };
  if (rows.answer.length !== LISTED) {
    throw new Error(`knowngood: the list after a reload has ${rows.answer.length} checkpoints, not ${LISTED}.`);
  }
  if (Object.keys(counted).length === 0) {
    throw new Error("No read was counted: the count cannot tell whether packs are read.");
  }
  await opened.answer.close();
  return { load, open: opened.ms, draft: draft.ms, list: rows.ms, listAgain, emptyReads, rawOpen, reads: counted };
}

async function timedAnswer<Answer>(work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> {
  const began = performance.now();
  const answer = await work();
  return { ms: performance.now() - began, answer };
}

/** Counts from now on what is asked of each object store that gives values. */
function countReads(): Record<string, number> {
  const reads: Record<string, number> = {};
  const prototype = IDBObjectStore.prototype;
  for (const name of ["get", "getAll", "openCursor"] as const) {
    const original = prototype[name] as (...given: never[]) => IDBRequest;
    Object.defineProperty(prototype, name, {
      value(this: IDBObjectStore, ...given: never[]) {
        reads[this.name] = (reads[this.name] ?? 0) + 1;
        return original.apply(this, given);
      },
    });
  }
  return reads;
}
