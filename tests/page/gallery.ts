// Pictures of the checkpoints' elements with real data: `tsx gallery.ts FOLDER`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launch, newProfile } from "./browser.js";
import { buildGallery } from "./build.js";
import type {} from "./gallery/main.js";
import { serve } from "./serve.js";

const folder = process.argv[2] ?? "gallery-pictures";
const only = process.argv[3];

interface Picture {
  readonly name: string;
  readonly at: string;
  readonly act?: (page: Page) => Promise<void>;
  readonly whole?: boolean;
}

const row = (page: Page, n: number) => page.locator(`checkpoint-row[data-n="${n}"]`);
const opener = (page: Page, n: number) => row(page, n).locator(".opener");

const pictures: readonly Picture[] = [
  { name: "list", at: "/", whole: true },
  { name: "empty", at: "/?scene=empty" },
  {
    name: "unfolded",
    at: "/",
    whole: true,
    act: async (page) => {
      await row(page, 7).getByRole("button", { name: "Failed, 2 errors" }).click();
      await row(page, 4).getByRole("button", { name: "left out" }).click();
      await row(page, 9).getByRole("button", { name: "warning" }).click();
    },
  },
  {
    name: "changes",
    at: "/",
    whole: true,
    act: async (page) => {
      await opener(page, 7).click();
      await row(page, 7).getByRole("button", { name: "src/popup.js" }).click();
      await row(page, 7).getByRole("button", { name: "icons/tea.png" }).click();
      await row(page, 7).locator(".cm-editor").waitFor();
    },
  },
  {
    name: "since",
    at: "/",
    whole: true,
    act: async (page) => {
      await opener(page, 4).click();
      await row(page, 4).getByRole("button", { name: "Since then" }).click();
      await row(page, 4).getByRole("button", { name: "src/popup.js" }).click();
      await row(page, 4).locator(".cm-editor").waitFor();
    },
  },
  {
    name: "files",
    at: "/",
    whole: true,
    act: async (page) => {
      await opener(page, 4).click();
      await row(page, 4).getByRole("button", { name: "Files", exact: true }).click();
      await row(page, 4).getByRole("button", { name: "manifest.json" }).click();
      await row(page, 4).getByRole("button", { name: "icons/tea.png" }).click();
      await row(page, 4).locator(".cm-editor").waitFor();
    },
  },
  {
    name: "dialog",
    at: "/",
    act: async (page) => {
      await row(page, 4).getByRole("button", { name: "Restore checkpoint 4" }).click();
      const dialog = page.getByRole("dialog");
      await dialog
        .getByRole("button", { name: "src/popup.js" })
        .click()
        .catch(() => undefined);
      await dialog.locator(".cm-editor").waitFor();
    },
  },
  {
    name: "dialog-large",
    at: "/?scene=large",
    act: async (page) => {
      await row(page, 1).getByRole("button", { name: "Restore checkpoint 1" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Written/ })
        .click();
    },
  },
  {
    name: "restored",
    at: "/",
    act: async (page) => {
      await row(page, 4).getByRole("button", { name: "Restore checkpoint 4" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
      await page.getByRole("status").filter({ hasText: "is restored" }).waitFor();
    },
    whole: true,
  },
  { name: "turns", at: "/?scene=turns", whole: true },
  {
    name: "resume",
    at: "/?scene=turns",
    act: (page) => page.getByRole("button", { name: "Resume fx here: Turn 1" }).first().click(),
  },
  {
    name: "agent",
    at: "/?scene=turns",
    whole: true,
    act: async (page) => {
      await page.evaluate(async () => {
        await window.gallery.draft.reportAgent({ session: "s1", name: "fx", state: "working" });
        await window.gallery.host.refresh();
      });
      await page.getByRole("button", { name: /^Backstops/ }).click();
      await opener(page, 1).click();
    },
  },
  { name: "address", at: "/drafts/tea-timer/c/7", whole: true },
  { name: "address-pruned", at: "/drafts/elsewhere/c/1" },
  { name: "address-never", at: "/drafts/tea-timer/c/99" },
  { name: "address-none", at: "/drafts/tea-timer/c/no" },
];

const built = await buildGallery();
const served = await serve(built.folder);
const profile = newProfile();
const browser = await launch(profile.folder);
mkdirSync(folder, { recursive: true });
try {
  for (const picture of pictures.filter(({ name }) => only === undefined || only.split(",").includes(name))) {
    for (const width of [1280, 420]) {
      for (const scheme of ["light", "dark"] as const) {
        const page = await browser.context.newPage();
        page.on("pageerror", (error) => console.error(picture.name, error));
        page.on("console", (message) => message.type() === "error" && console.error(picture.name, message.text()));
        page.setDefaultTimeout(60_000);
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(served.origin + picture.at);
        await page.locator("body[data-ready]").waitFor();
        await picture.act?.(page);
        await page.waitForTimeout(150);
        const path = join(folder, `${picture.name}-${width}-${scheme}.png`);
        await page.screenshot({ path, fullPage: picture.whole ?? false });
        await page.close();
      }
    }
  }
} finally {
  await browser.kill();
  await served.close();
  built.remove();
  profile.remove();
}
