// Headless Chromium on a profile folder, started by ourselves so that it can be killed as a power cut would.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** A running browser. */
export interface Chromium {
  readonly context: BrowserContext;
  /** A new tab at `url`. Its errors fail the next `close`. */
  open(url: string): Promise<Page>;
  /** Ends it as a person does, and waits until its files are written. */
  close(): Promise<void>;
  /** Ends all of its processes at once, with SIGKILL. */
  kill(): Promise<void>;
}

/** A new profile folder; `remove` deletes it. */
export function newProfile(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "knowngood-profile-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a browser on `profile`. */
export async function launch(profile: string): Promise<Chromium> {
  const child = spawn(executable(), [...flags, `--user-data-dir=${profile}`, "about:blank"], {
    // A group of its own, so that its renderers go with it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const browser = await chromium.connectOverCDP(await address(child));
  const [context] = browser.contexts();
  if (context === undefined) {
    throw new Error("Chromium has no default context.");
  }
  // tsx names functions with a helper that a page does not have.
  await context.addInitScript("globalThis.__name ??= (named) => named;");
  const errors: string[] = [];
  return {
    context,
    open: async (url) => {
      const page = await context.newPage();
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(url);
      return page;
    },
    close: async () => {
      await quit(browser);
      await within(10_000, ended).catch(() => killGroup(child));
      if (errors.length > 0) {
        throw new Error(`The page reported errors:\n${errors.join("\n")}`);
      }
    },
    kill: async () => {
      killGroup(child);
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

async function quit(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Browser.close").catch(() => undefined);
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    process.kill(-child.pid, "SIGKILL");
  }
}

/** Where its DevTools listen: it says so itself. */
function address(child: ChildProcess): Promise<string> {
  const { stderr } = child;
  if (stderr === null) {
    throw new Error("Chromium was started without its error output.");
  }
  const said: string[] = [];
  const found = new Promise<string>((resolve, reject) => {
    createInterface({ input: stderr }).on("line", (line) => {
      said.push(line);
      const match = /^DevTools listening on (ws:\S+)/.exec(line);
      if (match?.[1] !== undefined) {
        resolve(match[1]);
      }
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Chromium ended with ${code}:\n${said.join("\n")}`)));
  });
  return within(30_000, found);
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Chromium did not answer within ${ms / 1000} s.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function executable(): string {
  const given = process.env["CHROMIUM"];
  if (given !== undefined) {
    return given;
  }
  const found = places.find((place) => existsSync(place));
  if (found === undefined) {
    throw new Error("Chromium was not found. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.");
  }
  return found;
}

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-port=0",
];
