// Makes the one document that the preview's frame shows: the built page with all it needs inside of it.

import type { BuildOutcome } from "../../build/outcome.js";
import { mediaTypeOf } from "../../build/loaders.js";
import { localPath } from "../../build/html-page.js";
import { folderOf, joinPath } from "../../build/source-files.js";
import { isObject, member } from "../../build/json-file.js";
import { frameReports } from "./frame-reports.js";
import { frameStandIns } from "./frame-stand-ins.js";
import type { FrameSettings } from "./preview-messages.js";
import { MAP_MARK } from "./source-place.js";

/** What is to be shown. */
export interface FrameRequest {
  readonly outcome: BuildOutcome;
  readonly path: string;
  readonly token: string;
  readonly stored: FrameSettings["stored"];
}

/**
 * The frame is sandboxed without an origin. Beyond that, the app may load from the web as any page may, but embeds
 * nothing, sends no forms, and cannot change what its addresses mean.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob: https:",
  "style-src 'unsafe-inline' data: https:",
  "img-src data: blob: https:",
  "font-src data: https:",
  "media-src data: blob: https:",
  "connect-src data: blob: https: wss:",
  "worker-src data: blob:",
  "frame-src 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** The document as HTML. */
export async function composeFrame({ outcome, path, token, stored }: FrameRequest): Promise<string> {
  const { outputs } = outcome;
  const page = new DOMParser().parseFromString(decode(outputs.get(path)), "text/html");
  await Promise.all(
    [...page.querySelectorAll<HTMLElement>("[src], link[href], [poster], object[data], image")].map((element) =>
      inline(element, path, outputs),
    ),
  );
  const settings: FrameSettings = {
    token,
    pages: outcome.pages.map((one) => one.path),
    path,
    stored,
    extension: extensionOf(outcome, path),
  };
  const policy = page.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = POLICY;
  const script = page.createElement("script");
  // No sign in here may end the script's own tag.
  const given = JSON.stringify(settings).replaceAll("<", "\\u003c");
  script.textContent = `{ const settings = ${given};\n(${String(frameStandIns)})(settings, (${String(frameReports)})(settings)); document.currentScript.remove(); }`;
  page.head.prepend(policy, script);
  return (page.doctype === null ? "" : "<!doctype html>\n") + page.documentElement.outerHTML;
}

const attributes = ["src", "href", "poster", "data", "xlink:href"];

/** Puts the files that an element names into the element. */
async function inline(element: HTMLElement, page: string, outputs: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const attribute of attributes) {
    const address = element.getAttribute(attribute);
    const local = address === null ? null : localPath(address);
    const path = local === null ? null : joinPath(folderOf(page), local);
    const bytes = path === null ? undefined : outputs.get(path);
    if (path !== null && bytes !== undefined) {
      const isScript = element.localName === "script";
      element.setAttribute(attribute, await dataAddress(isScript ? named(bytes, path) : bytes, mediaTypeOf(path)));
    }
  }
}

/** With its own name at its end, so that errors and developer tools call it by it. */
function named(bytes: Uint8Array, path: string): Uint8Array {
  const code = bytes.length > MOST_BYTES_WITH_MAP ? withoutMap(bytes) : bytes;
  const name = new TextEncoder().encode(`\n//# sourceURL=${encodeURI(path)}\n`);
  const all = new Uint8Array(code.length + name.length);
  all.set(code);
  all.set(name, code.length);
  return all;
}

/** A larger script goes into the frame without its map: the page keeps that, and only developer tools miss it. */
const MOST_BYTES_WITH_MAP = 2_000_000;

/** The script without its last line, where that is the map. */
function withoutMap(bytes: Uint8Array): Uint8Array {
  const line = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const start = new TextDecoder().decode(bytes.subarray(line, line + MAP_MARK.length));
  return start === MAP_MARK ? bytes.subarray(0, line) : bytes;
}

/** The bytes as an address; the browser makes it beside the page's own work. */
function dataAddress(bytes: Uint8Array, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file could not be read.")));
    reader.readAsDataURL(new Blob([bytes.slice()], { type }));
  });
}

function extensionOf({ outputs, background }: BuildOutcome, path: string): FrameSettings["extension"] {
  const manifestPath = nearestManifest(outputs, path);
  if (manifestPath === null) {
    return null;
  }
  const manifest = parse(decode(outputs.get(manifestPath)));
  if (member(manifest, "manifest_version") === undefined) {
    return null;
  }
  const folder = folderOf(manifestPath);
  const locale = member(manifest, "default_locale");
  const messages = parse(decode(outputs.get(joinPath(folder, `_locales/${String(locale)}/messages.json`) ?? "")));
  return {
    manifest,
    messages: Object.fromEntries(
      Object.entries(isObject(messages) ? messages : {}).map(([name, message]) => [
        name,
        String(member(message, "message")),
      ]),
    ),
    background: background === null ? null : decode(outputs.get(background)),
  };
}

/** The manifest in the page's folder, or in one above. */
function nearestManifest(outputs: ReadonlyMap<string, Uint8Array>, path: string): string | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const manifest = folder === "" ? "manifest.json" : `${folder}/manifest.json`;
    if (outputs.has(manifest)) {
      return manifest;
    }
    if (folder === "") {
      return null;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
