// What must be true of every page at every width, by day and by night.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { nothingForAxe } from "./axe.js";
import { WIDE } from "./draft-page.js";

const HEIGHT = 860;

/** Whether a page as a whole may be higher than the window: a draft never is, its parts scroll. */
export type Height = "fits" | "scrolls";

/**
 * Axe-core finds nothing, and nothing is wider than the window, nor higher where it has to fit: at each width, in both
 * schemes. Pictures go into the folder that SCREENSHOTS names.
 */
export async function everywhere(page: Page, state: string, height: Height = "scrolls"): Promise<void> {
  const pictures = process.env["SCREENSHOTS"];
  for (const width of [1280, 420, 360]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      const [wide, high] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight];
      });
      assert.ok(wide <= width, `${state} is ${wide} px wide in a window of ${width}`);
      assert.ok(height === "scrolls" || high <= HEIGHT, `${state} is ${high} px high in a window of ${HEIGHT}`);
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
