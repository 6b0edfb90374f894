// A file as the editor shows it, and back: without changing a byte that was not edited.

/** A file as the editor shows it. */
export type FileContent =
  | {
      readonly kind: "text";
      /** Without its byte order mark. */
      readonly text: string;
      /** What ends its lines. A file that mixes line ends keeps each `\r` as a character of its line. */
      readonly separator: "\n" | "\r\n";
      readonly byteOrderMark: boolean;
    }
  /** Text of which only the beginning is shown. */
  | { readonly kind: "large"; readonly size: number; readonly beginning: string }
  /** Not UTF-8 text. `image`: its media type, when a browser can show it. */
  | { readonly kind: "binary"; readonly size: number; readonly image: string | null; readonly bytes: Uint8Array };

/** Above this an editor in a page becomes slow to type in. */
const LARGEST_EDITED = 2_000_000;
/** How much of a larger file is shown. */
const BEGINNING = 100_000;

const BYTE_ORDER_MARK = "\uFEFF";

/** How `bytes` are shown. */
export function contentOf(path: string, bytes: Uint8Array): FileContent {
  const image = imageType(path);
  if (image !== null && image !== "image/svg+xml") {
    return { kind: "binary", size: bytes.length, image, bytes };
  }
  if (bytes.length > LARGEST_EDITED) {
    const beginning = bytes.subarray(0, BEGINNING);
    return beginning.includes(0)
      ? { kind: "binary", size: bytes.length, image: null, bytes }
      : { kind: "large", size: bytes.length, beginning: new TextDecoder().decode(beginning) };
  }
  const whole = decoded(bytes);
  if (whole === null || whole.includes("\0")) {
    return { kind: "binary", size: bytes.length, image: null, bytes };
  }
  const byteOrderMark = whole.startsWith(BYTE_ORDER_MARK);
  const text = byteOrderMark ? whole.slice(1) : whole;
  return { kind: "text", text, separator: separatorOf(text), byteOrderMark };
}

/** The bytes of `text` in the place of a file that was shown as `content`. */
export function bytesOf(text: string, content: FileContent): Uint8Array {
  const mark = content.kind === "text" && content.byteOrderMark ? BYTE_ORDER_MARK : "";
  return new TextEncoder().encode(mark + text);
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function separatorOf(text: string): "\n" | "\r\n" {
  const first = text.indexOf("\r\n");
  return first !== -1 && !/[^\r]\n|^\n|\r(?!\n)/.test(text) ? "\r\n" : "\n";
}

const images: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  gif: "image/gif",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

function imageType(path: string): string | null {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(images, ending) ? (images[ending] ?? null) : null;
}
