// Turns places in a text from one way of counting into the editor's: line and column from 1, in UTF-16 units.

/** A line and a column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of `offset` in `text`. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, Math.min(offset, text.length));
  const lastBreak = before.lastIndexOf("\n");
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) {
    line += 1;
  }
  return { line, column: before.length - lastBreak };
}

/** The column, from 1, of the byte `byteOffset` of a line: the compiler counts bytes of UTF-8. */
export function columnOfByte(lineText: string, byteOffset: number): number {
  const bytes = new TextEncoder().encode(lineText).subarray(0, byteOffset);
  return new TextDecoder().decode(bytes).length + 1;
}
