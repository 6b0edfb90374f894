// All rows of one run, in one browser.

import { type BenchBrowser, withBrowser } from "./browser-side.js";
import { machine, type Machine } from "./machine.js";
import { packedHistory, shadowSnapshots } from "./native-git.js";
import { packageFolder } from "./packages.js";
import type { ProjectSource } from "./page/project.js";
import { realFiles } from "./real-files.js";
import type { Row } from "./row.js";
import { feltRows, largeRows, listRows, recordRows, smallRows, storedRows, wasmRow } from "./rows.js";
import { wasmGzipBytes } from "./wasm-size.js";
import { type Answer } from "../serve.js";
import { packVersion, readVersion, versionOf } from "../versions.js";
import { PREACT_VERSIONS } from "./preact-versions.js";

/** What a run gives. Its names are those of the JSON file. */
export interface Report {
  readonly machine: Machine;
  readonly rows: readonly Row[];
  /** Every single time, for who wants to look closer. */
  readonly details: Record<string, unknown>;
}

/** How much is measured. */
export interface Extent {
  readonly quick: boolean;
  /** Rows of these groups only; empty: all. */
  readonly groups: readonly Group[];
}

/** Rows that are measured together. */
export type Group = (typeof GROUPS)[number];

export const GROUPS = ["generated", "real", "large", "git", "stored", "records", "felt", "wasm"] as const;

const SMALL_FILES = 4_000;

/** Measures everything. */
export async function run({ quick, groups }: Extent): Promise<Report> {
  const wanted = (group: Group): boolean => groups.length === 0 || groups.includes(group);
  const largeFiles = quick ? 10_000 : 50_000;
  const rounds = quick
    ? { first: 2, next: 7, restore: 7, large: 2, largeNext: 9, shadow: 5, lists: 3, records: 5, felt: 2 }
    : { first: 3, next: 15, restore: 15, large: 5, largeNext: 15, shadow: 9, lists: 5, records: 15, felt: 5 };
  const versions = PREACT_VERSIONS.slice(quick ? -12 : -50);
  const rows: Row[] = [];
  const details: Record<string, unknown> = {};
  const detail = <T>(name: string, value: T): T => (details[name] = value);
  const served = new Served();

  const info = await withBrowser(served.answer, async (browser) => {
    const info = machine(browser.version, quick);
    const sources: [Group, string, ProjectSource][] = [
      ["generated", "generated", { kind: "generated", files: SMALL_FILES }],
      ["real", "real", { kind: "served", url: "/files/real" }],
    ];
    for (const [group, name, source] of sources) {
      if (!wanted(group)) {
        continue;
      }
      if (group === "real") {
        const files = await realFiles(SMALL_FILES);
        served.add(source.kind === "served" ? source.url : "", async () => packVersion(files));
      }
      rows.push(...smallRows(detail(name, await measureSmall(browser, name, source, rounds))));
    }
    if (wanted("large")) {
      const source: ProjectSource = { kind: "generated", files: largeFiles };
      const large = detail("large", await measureLarge(browser, source, rounds));
      const shadow = wanted("git") ? detail("shadow", await shadowSnapshots(largeFiles, rounds.shadow)) : null;
      rows.push(...largeRows(largeFiles, large, shadow), ...listRows(largeFiles, large.lists));
    }
    if (wanted("stored")) {
      const folders = versions.map((version) => versionOf(packageFolder(`preact@${version}`)));
      folders.forEach((folder, at) => served.add(`/files/${at}`, async () => packVersion(await readVersion(folder))));
      const urls = folders.map((_, at) => `/files/${at}`);
      const stored = detail("stored", await browser.inTab((tab) => tab.call("storeVersions", urls)));
      rows.push(...storedRows(versions.length, stored, detail("packed", await packedHistory(folders))));
    }
    if (wanted("records")) {
      rows.push(
        ...recordRows(detail("records", await browser.inTab((tab) => tab.call("recordSizes", rounds.records)))),
      );
    }
    if (wanted("felt")) {
      const small = { kind: "generated", files: SMALL_FILES } as const;
      const large = { kind: "generated", files: largeFiles } as const;
      rows.push(
        ...feltRows([
          [SMALL_FILES, detail("feltSmall", await browser.inTab((tab) => tab.feel("felt-small", small, rounds.felt)))],
          [largeFiles, detail("feltLarge", await browser.inTab((tab) => tab.feel("felt-large", large, rounds.felt)))],
        ]),
      );
    }
    return info;
  });
  if (wanted("wasm")) {
    rows.push(wasmRow(wasmGzipBytes()));
  }
  return { machine: info, rows, details };
}

async function measureSmall(
  browser: BenchBrowser,
  name: string,
  source: ProjectSource,
  rounds: { first: number; next: number; restore: number },
) {
  return browser.inTab(async (tab) => {
    const project = await tab.call("loadSmall", name, source);
    return {
      name,
      project,
      first: await tab.call("smallFirst", rounds.first),
      next: await tab.call("smallNext", rounds.next),
      restore: await tab.call("smallRestore", rounds.restore),
    };
  });
}

/** What was measured of a small project. */
export type SmallMeasured = Awaited<ReturnType<typeof measureSmall>>;

async function measureLarge(
  browser: BenchBrowser,
  source: ProjectSource,
  rounds: { large: number; largeNext: number; lists: number },
) {
  const { first, next } = await browser.inTab(async (tab) => {
    await tab.call("loadLarge", source);
    return { first: await tab.call("largeFirst", rounds.large), next: await tab.call("largeNext", rounds.largeNext) };
  });
  const lists = [];
  for (let reload = 0; reload < rounds.lists; reload++) {
    lists.push(await browser.inTab((tab) => tab.call("listAfterReload")));
  }
  return { first, next, lists };
}

/** What was measured of the large project. */
export type LargeMeasured = Awaited<ReturnType<typeof measureLarge>>;

/** Bodies that the page asks for, made when they are asked for. */
class Served {
  readonly #bodies = new Map<string, () => Promise<Buffer>>();

  add(path: string, body: () => Promise<Buffer>): void {
    this.#bodies.set(path, body);
  }

  readonly answer: Answer = async ({ url = "" }, response) => {
    const body = this.#bodies.get(url);
    if (body === undefined) {
      return false;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "cache-control": "no-store" });
    response.end(await body());
    return true;
  };
}
