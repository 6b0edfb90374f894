// A file as a text field shows it, and back, without changing a byte that was not edited.

/** A file in the editor. */
export type TextFile =
  | { readonly kind: "text"; readonly text: string; readonly lineEnd: "\n" | "\r\n" }
  | { readonly kind: "unshown"; readonly why: string };

/** Reads bytes as text. A text field keeps no `\r`, so a file that uses it in other ways is not opened for editing. */
export function readText(bytes: Uint8Array): TextFile {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { kind: "unshown", why: "This file is not text." };
  }
  if (!text.includes("\r")) {
    return { kind: "text", text, lineEnd: "\n" };
  }
  const plain = text.replaceAll("\r\n", "\n");
  if (plain.includes("\r") || plain.replaceAll("\n", "\r\n") !== text) {
    return { kind: "unshown", why: "This file mixes line endings, which this plain editor would change." };
  }
  return { kind: "text", text: plain, lineEnd: "\r\n" };
}

/** The bytes of what was edited. */
export function writeText(text: string, lineEnd: "\n" | "\r\n"): Uint8Array {
  return new TextEncoder().encode(lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd));
}
