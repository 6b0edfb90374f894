// How each kind of file enters a bundle, by its ending.

import type { Loader } from "esbuild-wasm";
import { extensionOf } from "./source-files.js";

/** Endings that a module's path may leave out, in the order in which they are tried. */
export const impliedExtensions = [".tsx", ".ts", ".jsx", ".js", ".mjs", ".css", ".json"] as const;

/** Endings of files that are code. */
export const codeExtensions: ReadonlySet<string> = new Set([
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
]);

const loaders: Readonly<Record<string, Loader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "jsx",
  ".mjs": "jsx",
  ".cjs": "jsx",
  ".jsx": "jsx",
  ".json": "json",
  ".css": "css",
  ".txt": "text",
  ".md": "text",
  ".html": "text",
  ".htm": "text",
  ".glsl": "text",
  ".vert": "text",
  ".frag": "text",
  ".csv": "text",
  ".xml": "text",
};

const mediaTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".bmp": "image/bmp",
  ".ico": "image/x-icon",
  ".svg": "image/svg+xml",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".wasm": "application/wasm",
  ".pdf": "application/pdf",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".html": "text/html",
  ".txt": "text/plain",
};

/** How a file enters a bundle. What is not code, style or text becomes a `data:` address: the preview has no server. */
export function loaderOf(path: string): Loader {
  return loaders[extensionOf(path)] ?? "dataurl";
}

/** The media type that a browser would be told. */
export function mediaTypeOf(path: string): string {
  return mediaTypes[extensionOf(path)] ?? "application/octet-stream";
}
