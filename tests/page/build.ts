// Bundles a page of the tests as a host would: with Vite, from the built package.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Where the demo page is built. */
export const demoFolder = fileURLToPath(new URL("../../www/dist", import.meta.url));

/** A built page; `remove` deletes it. */
export interface Built {
  readonly folder: string;
  remove(): void;
}

/** The harness page: what tests of the package drive. */
export function buildHarness(): Promise<Built> {
  return buildPage("harness");
}

/** The gallery: the checkpoints' elements in a small host of their own. */
export function buildGallery(): Promise<Built> {
  return buildPage("gallery");
}

/** A draft with its agent, and nothing else of the real page. */
export function buildAgentPage(): Promise<Built> {
  return buildPage("agent");
}

async function buildPage(name: string): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), `knowngood-${name}-`));
  await build({
    configFile: false,
    root: fileURLToPath(new URL(name, import.meta.url)),
    logLevel: "error",
    build: { target: "es2022", outDir: folder, emptyOutDir: true, modulePreload: false },
    worker: { format: "es" },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
