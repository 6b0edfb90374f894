// The main job without a person: capture each version, close the browser, open it again, restore each, compare.

import type { Page } from "playwright-core";
import { launch, newProfile } from "./browser.js";
import { buildHarness } from "./build.js";
import { callReplay } from "./call.js";
import type { Excluded, ReplayCapture } from "./harness/replay.js";
import { type Answer, serve } from "./serve.js";
import { packVersion, readVersion, type Version } from "./versions.js";

/** What a replay measured. Its names are those of the JSON file. */
export interface Report {
  versions: number;
  kept: number;
  files: number;
  bytes: number;
  captures: ReplayCapture[];
  reload: { open_ms: number; list_ms: number };
  restores: { n: number; ms: number; written: number; removed: number; exact: boolean }[];
  last_known_good: number | null;
  stored_bytes: number;
  left_out: { n: number; path: string; reason: string }[];
}

/** Bytes differ: which checkpoint, which path. */
export class Difference extends Error {}

/** The name of the file that marks a version whose build failed. */
const FAILED = ".build-failed";

/** How many checkpoints a draft keeps by itself. */
const KEEP = 50;

/**
 * The least that is kept while one checkpoint after the other is restored. A shorter list is full of what is never removed
 * (the current one, the last known good, what undo goes back to), and would lose what is still to be restored.
 */
const LEAST_KEPT = 10;

const NOTHING: Excluded = { named: [], more: 0 };

/** A checkpoint and the version it was taken of. */
interface Taken {
  readonly at: number;
  readonly excluded: Excluded;
}

/** Replays `versions`, keeping `keep` checkpoints (`null`: as many as the product does by itself). */
export async function replay(versions: readonly Version[], keep: number | null): Promise<Report> {
  const profile = newProfile();
  const harness = await buildHarness();
  const server = await serve(harness.folder, bodies(versions));
  const report: Report = {
    versions: versions.length,
    kept: 0,
    files: 0,
    bytes: 0,
    captures: [],
    reload: { open_ms: 0, list_ms: 0 },
    restores: [],
    last_known_good: null,
    stored_bytes: 0,
    left_out: [],
  };
  try {
    const taken = await inBrowser(profile.folder, server.origin, (page) => captureAll(page, versions, keep, report));
    await inBrowser(profile.folder, server.origin, (page) => restoreAll(page, taken, keep, report));
    return report;
  } finally {
    await server.close();
    harness.remove();
    profile.remove();
  }
}

async function inBrowser<T>(profile: string, origin: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launch(profile);
  try {
    const answer = await work(await browser.open(origin));
    await browser.close();
    return answer;
  } finally {
    await browser.kill();
  }
}

async function captureAll(
  page: Page,
  versions: readonly Version[],
  keep: number | null,
  report: Report,
): Promise<Map<number, Taken>> {
  const taken = new Map<number, Taken>();
  await callReplay(page, "open", keep);
  for (const [at, version] of versions.entries()) {
    const files = await readVersion(version);
    report.files += files.length;
    report.bytes += files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const failed = files.some(({ path }) => path === FAILED);
    await callReplay(page, "load", bodyPath(at), NOTHING);
    const { capture, leftOut, more } = await callReplay(
      page,
      "capture",
      version.label,
      failed ? { result: "failed", errors: 2 } : { result: "success" },
    );
    report.captures.push(capture);
    report.left_out.push(...leftOut.map(([path, reason]) => ({ n: capture.n, path, reason })));
    taken.set(capture.n, { at, excluded: { named: leftOut.map(([path]) => path), more } });
  }
  await callReplay(page, "close");
  return taken;
}

async function restoreAll(page: Page, taken: Map<number, Taken>, keep: number | null, report: Report): Promise<void> {
  report.reload.open_ms = await callReplay(page, "open", null);
  const { ms, kept } = await callReplay(page, "list");
  report.reload.list_ms = ms;
  report.kept = kept.length;
  if (kept.length < Math.min(keep ?? KEEP, taken.size)) {
    throw new Difference(`After the reload the list has only ${kept.length} of ${taken.size} checkpoints.`);
  }
  report.stored_bytes = await callReplay(page, "storedBytes");
  if (keep !== null && keep < LEAST_KEPT) {
    await callReplay(page, "keep", LEAST_KEPT);
  }
  // The files are those of the newest version, as they were when the browser was closed.
  const newest = takenOf(taken, Math.max(...taken.keys()));
  await callReplay(page, "load", bodyPath(newest.at), newest.excluded);
  let here = newest;
  for (const n of [...kept].reverse()) {
    here = await restoreOne(page, taken, n, here, report);
  }
  report.last_known_good = await callReplay(page, "lastKnownGood");
  if (report.last_known_good !== null) {
    await restoreOne(page, taken, report.last_known_good, here, null);
  }
}

/** Restores `n` and compares. `here`: the version that is left, which the safety checkpoint must hold. */
async function restoreOne(
  page: Page,
  taken: Map<number, Taken>,
  n: number,
  here: Taken,
  report: Report | null,
): Promise<Taken> {
  const version = takenOf(taken, n);
  const { at, excluded } = version;
  const { ms, written, removed, safety, difference } = await callReplay(page, "restore", n, bodyPath(at), excluded);
  if (safety !== null) {
    taken.set(safety, here);
  }
  report?.restores.push({ n, ms, written, removed, exact: difference === null });
  if (difference !== null) {
    throw new Difference(`Checkpoint ${n} did not come back as it was. ${difference}`);
  }
  return version;
}

function takenOf(taken: ReadonlyMap<number, Taken>, n: number): Taken {
  const found = taken.get(n);
  if (found === undefined) {
    throw new Error(`The list has a checkpoint ${n} that this replay did not take.`);
  }
  return found;
}

function bodyPath(at: number): string {
  return `/version/${at}`;
}

/** Answers the page's questions for a version with what is on the disk now. */
function bodies(versions: readonly Version[]): Answer {
  return async ({ url = "" }, response) => {
    const match = /^\/version\/(\d+)$/.exec(url);
    const version = match === null ? undefined : versions[Number(match[1])];
    if (version === undefined) {
      return false;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "cache-control": "no-store" });
    response.end(packVersion(await readVersion(version)));
    return true;
  };
}
