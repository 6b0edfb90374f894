// What a test file works in: the harness page on a server, and browsers on profiles of their own.

import { after, before } from "node:test";
import type { Page } from "playwright-core";
import { type Chromium, launch, newProfile } from "./browser.js";
import { buildAgentPage, buildGallery, buildHarness, demoFolder } from "./build.js";
import { type Answer, serve, type Served } from "./serve.js";

/** A page that is served to the tests of one file. */
export interface Lab {
  /** Where it is served. */
  readonly origin: string;
  /** A profile folder, removed after the last test. */
  profile(): string;
  /** A browser, killed after the last test if it still runs. */
  browser(profile?: string): Promise<Chromium>;
  /** A browser on a new profile with one tab, closed when `work` ends; errors of the page fail the test. */
  withPage(work: (page: Page, browser: Chromium) => Promise<void>): Promise<void>;
}

/** The harness page. */
export function harnessLab(): Lab {
  return lab(buildHarness);
}

/** The page of a draft with its agent. */
export function agentLab(answer?: Answer): Lab {
  return lab(buildAgentPage, answer);
}

/** The gallery: the checkpoints' elements in a host of their own. */
export function galleryLab(): Lab {
  return lab(buildGallery);
}

/** The demo page, as `npm run build` left it in `www/dist`. */
export function demoLab(answer?: Answer): Lab {
  return lab(async () => ({ folder: demoFolder, remove: () => undefined }), answer);
}

function lab(page: () => Promise<{ readonly folder: string; remove(): void }>, answer?: Answer): Lab {
  const cleanUp: (() => void | Promise<void>)[] = [];
  let served: Served | undefined;
  before(async () => {
    const built = await page();
    served = await serve(built.folder, answer);
    cleanUp.push(() => built.remove(), served.close);
  });
  after(async () => {
    for (const step of cleanUp.reverse()) {
      await step();
    }
  });
  const origin = (): string => {
    if (served === undefined) {
      throw new Error("The server runs only during tests.");
    }
    return served.origin;
  };
  const profile = (): string => {
    const made = newProfile();
    cleanUp.push(made.remove);
    return made.folder;
  };
  const browser = async (folder = profile()): Promise<Chromium> => {
    const running = await launch(folder);
    cleanUp.push(running.kill);
    return running;
  };
  return {
    get origin() {
      return origin();
    },
    profile,
    browser,
    withPage: async (work) => {
      const running = await browser();
      await work(await running.open(origin()), running);
      await running.close();
    },
  };
}
