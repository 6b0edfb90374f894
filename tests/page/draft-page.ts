// The page of a draft as tests use it: what is pressed, typed and read.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";

export const WIDE = { width: 1280, height: 800 };

export function row(page: Page, n: number): Locator {
  return page.locator(`checkpoint-row[data-n="${n}"]`);
}

export async function begin(page: Page, template: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: new RegExp(template) }).click();
  await row(page, 1).waitFor();
  await page.locator(".cm-content").waitFor();
}

/** Types at the beginning of the file that is open. */
export async function type(page: Page, typed: string): Promise<void> {
  await page.locator("code-editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText(typed);
}

export async function text(page: Page): Promise<string> {
  return (await page.locator("code-editor .cm-content").innerText()) ?? "";
}

export function said(page: Page, what: string | RegExp): Promise<void> {
  return page.locator("status-line").getByText(what).waitFor();
}

/** The bytes of a file of the draft that is open, as the browser holds them. */
export function savedBytes(page: Page, path: string): Promise<number[]> {
  return page.evaluate(async (path) => {
    const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle("knowngood-files");
    let folder = await (await all.getDirectoryHandle(encodeURIComponent(id))).getDirectoryHandle("files");
    const parts = path.split("/");
    for (const part of parts.slice(0, -1)) {
      folder = await folder.getDirectoryHandle(part);
    }
    const file = await (await folder.getFileHandle(parts.at(-1) ?? "")).getFile();
    return [...new Uint8Array(await file.arrayBuffer())];
  }, path);
}

export function newFolder(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const folder = join(mkdtempSync(join(tmpdir(), "knowngood-folder-")), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
