// Cuts output that is too long, between characters, and says so.

import { terminal as words } from "../words/terminal.js";

/** `text`, when its UTF-8 is at most `limit` bytes long; else its beginning, with a note of how much is left out. */
export function limitOutput(text: string, limit: number): string {
  // No character has more than three bytes for each of its UTF-16 units.
  if (text.length * 3 <= limit) {
    return text;
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= limit) {
    return text;
  }
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end -= 1;
  }
  const kept = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
  return `${kept}${kept.endsWith("\n") || kept === "" ? "" : "\n"}${words.cut(bytes.length - end)}\n`;
}
