// Bundles a page of the tests as a host would: with Vite, from the built package.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Where the demo page is built. */
export const demoFolder = fileURLToPath(new URL("../../www/dist", import.meta.url));

/** The built harness page; `remove` deletes it. */
export async function buildHarness(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "knowngood-harness-"));
  await build({
    configFile: false,
    root: fileURLToPath(new URL("harness", import.meta.url)),
    logLevel: "error",
    build: { target: "es2022", outDir: folder, emptyOutDir: true, modulePreload: false },
    worker: { format: "es" },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
