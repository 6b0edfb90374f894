// What a file's bytes are, and how they can be shown.

/** A file that can be shown, or why not. */
export type Shape =
  | { readonly kind: "text"; readonly text: string; readonly exact: boolean }
  | { readonly kind: "image"; readonly type: string }
  | { readonly kind: "binary" }
  | { readonly kind: "empty" };

const images: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  svg: "image/svg+xml",
};

/** As far as git looks for a NUL. */
const LOOKED_AT = 8000;

/** What the file at `path` is. */
export function shapeOf(path: string, bytes: Uint8Array): Shape {
  if (bytes.length === 0) {
    return { kind: "empty" };
  }
  const type = images[extensionOf(path)];
  if (type !== undefined) {
    return { kind: "image", type };
  }
  return bytes.subarray(0, LOOKED_AT).includes(0) ? { kind: "binary" } : { kind: "text", ...textOf(bytes) };
}

/** Bytes as text. `exact`: they are UTF-8; else what is not shows as U+FFFD. A byte order mark stays. */
export function textOf(bytes: Uint8Array): { readonly text: string; readonly exact: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), exact: true };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), exact: false };
  }
}

/** What comes after the last dot, in lower case. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot + 1).toLowerCase();
}
