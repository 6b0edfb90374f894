// The browser's end of the bench: pages that are opened one after the other, and calls into them.

import type { CDPSession, Page } from "playwright-core";
import { build } from "vite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Chromium, launch, newProfile } from "../browser.js";
import { type Answer, serve } from "../serve.js";
import { type LongestTask, traced } from "./main-thread-trace.js";
import type { Felt } from "./page/page-draft.js";
import type { ProjectSource } from "./page/project.js";
import type { BenchWorker } from "./page/worker.js";

type Given<Name extends keyof BenchWorker> = Parameters<BenchWorker[Name]>;
type Answered<Name extends keyof BenchWorker> = Awaited<ReturnType<BenchWorker[Name]>>;

/** What the page felt, and what the browser says of it. */
export interface FeltAndTraced {
  readonly felt: Felt;
  readonly longestTask: LongestTask;
}

/** A page of the bench. */
export interface BenchTab {
  /** Calls a method of the page's worker. */
  call<Name extends keyof BenchWorker>(name: Name, ...given: Given<Name>): Promise<Answered<Name>>;
  /** Does all that a person does, and watches the page's main thread. */
  feel(name: string, source: ProjectSource, rounds: number): Promise<FeltAndTraced>;
}

/** The one browser of a run. */
export interface BenchBrowser {
  readonly version: string;
  /** Opens a page, lets `work` use it, and closes it with all that it holds. */
  inTab<T>(work: (tab: BenchTab) => Promise<T>): Promise<T>;
}

/** Builds the page, starts a browser on a new profile, and ends both after `work`. */
export async function withBrowser<T>(answer: Answer, work: (browser: BenchBrowser) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "knowngood-bench-page-"));
  const profile = newProfile();
  let chromium: Chromium | null = null;
  try {
    await buildPage(folder);
    const server = await serve(folder, answer);
    try {
      chromium = await launch(profile.folder);
      const result = await work(benchBrowser(chromium, server.origin));
      await chromium.close();
      return result;
    } finally {
      await chromium?.kill();
      await server.close();
    }
  } finally {
    profile.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL("page", import.meta.url)),
    logLevel: "error",
    build: { target: "es2022", outDir: folder, emptyOutDir: true, modulePreload: false },
    worker: { format: "es" },
  });
}

function benchBrowser(chromium: Chromium, origin: string): BenchBrowser {
  return {
    version: chromium.context.browser()?.version() ?? "unknown",
    inTab: async (work) => {
      const page = await chromium.open(origin);
      page.on("console", (message) => {
        if (message.text().startsWith("bench: ")) {
          console.error(message.text());
        }
      });
      try {
        return await work(tab(page, await traceSession(chromium)));
      } finally {
        await page.close();
      }
    },
  };
}

function traceSession(chromium: Chromium): Promise<CDPSession> {
  const browser = chromium.context.browser();
  if (browser === null) {
    throw new Error("Chromium has no DevTools of its own.");
  }
  return browser.newBrowserCDPSession();
}

function tab(page: Page, session: CDPSession): BenchTab {
  return {
    call: (name, ...given) =>
      page.evaluate(
        ({ name, given }) => {
          const worker = window.bench.worker as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
          return worker[name]?.(...given);
        },
        { name, given: given as unknown[] },
      ) as Promise<never>,
    feel: async (name, source, rounds) => {
      const [felt, longestTask] = await traced(session, () =>
        page.evaluate(([name, source, rounds]) => window.bench.feel(name, source, rounds), [
          name,
          source,
          rounds,
        ] as const),
      );
      return { felt, longestTask };
    },
  };
}
