// What must be true of every page at every width, by day and by night.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import { WIDE } from "./draft-page.js";

/** Axe-core finds nothing, and nothing is wider than the window: at each width, in both schemes. Pictures go into the folder that SCREENSHOTS names. */
export async function everywhere(page: Page, state: string): Promise<void> {
  const pictures = process.env["SCREENSHOTS"];
  for (const width of [1280, 420, 360]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${state} is ${wide} px wide in a window of ${width}`);
      await nothingForAxe(page, `${state}, ${width} px, ${colorScheme}`);
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${state.replaceAll(" ", "-")}-${width}-${colorScheme}.png`) });
      }
    }
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
}
