// A line that is being typed: its text and where the cursor stands. Values only; nothing here draws.

/** A line. `cursor` counts UTF-16 units and never stands inside of a character. */
export interface Line {
  readonly text: string;
  readonly cursor: number;
}

export const emptyLine: Line = { text: "", cursor: 0 };

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The line `text` with the cursor at its end. */
export function lineOf(text: string): Line {
  return { text, cursor: text.length };
}

/** Puts text in at the cursor. */
export function insert({ text, cursor }: Line, added: string): Line {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** Puts `word` in the place of what stands from `start` to the cursor. */
export function replaceWord({ text, cursor }: Line, start: number, word: string): Line {
  return { text: text.slice(0, start) + word + text.slice(cursor), cursor: start + word.length };
}

/** One character to the left: what a person sees as one, however many code points it has. */
export function left(line: Line): Line {
  return { ...line, cursor: before(line.text, line.cursor) };
}

/** One character to the right. */
export function right(line: Line): Line {
  return { ...line, cursor: after(line.text, line.cursor) };
}

/** The beginning of the row that the cursor is in. */
export function home({ text, cursor }: Line): Line {
  return { text, cursor: text.lastIndexOf("\n", cursor - 1) + 1 };
}

/** The end of the row that the cursor is in. */
export function end({ text, cursor }: Line): Line {
  const next = text.indexOf("\n", cursor);
  return { text, cursor: next === -1 ? text.length : next };
}

/** The beginning of the word to the left. */
export function wordLeft({ text, cursor }: Line): Line {
  return {
    text,
    cursor: /(?:[\p{L}\p{N}_]+[^\p{L}\p{N}_]*|[^\p{L}\p{N}_]+)$/u.exec(text.slice(0, cursor))?.index ?? 0,
  };
}

/** The end of the word to the right. */
export function wordRight({ text, cursor }: Line): Line {
  const length = /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0;
  return { text, cursor: cursor + length };
}

/** The beginning of what stands between blanks to the left, as Ctrl-W means it. */
export function blankLeft({ text, cursor }: Line): Line {
  return { text, cursor: /\S*\s*$/.exec(text.slice(0, cursor))?.index ?? 0 };
}

/** The line without what lies between its cursor and that of `other`, and what that was. */
export function cut(line: Line, other: Line): { readonly line: Line; readonly removed: string } {
  const start = Math.min(line.cursor, other.cursor);
  const stop = Math.max(line.cursor, other.cursor);
  return {
    line: { text: line.text.slice(0, start) + line.text.slice(stop), cursor: start },
    removed: line.text.slice(start, stop),
  };
}

/** The same column, one row up; `null` in the first row. */
export function rowUp(line: Line): Line | null {
  const start = home(line).cursor;
  if (start === 0) {
    return null;
  }
  const above = home({ text: line.text, cursor: start - 1 }).cursor;
  return { text: line.text, cursor: whole(line.text, Math.min(above + (line.cursor - start), start - 1)) };
}

/** The same column, one row down; `null` in the last row. */
export function rowDown(line: Line): Line | null {
  const stop = end(line).cursor;
  if (stop === line.text.length) {
    return null;
  }
  const below = stop + 1;
  const last = end({ text: line.text, cursor: below }).cursor;
  return { text: line.text, cursor: whole(line.text, Math.min(below + (line.cursor - home(line).cursor), last)) };
}

/** Whether a shell would ask for more: an open quote, or a sign at the end that joins to what follows. */
export function isUnfinished(text: string): boolean {
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\" && quote !== "'") {
      if (at === text.length - 1) {
        return true;
      }
      at += 1;
    } else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
    } else if (quote === "" && character === "#" && /(^|\s)$/.test(text.slice(0, at))) {
      const next = text.indexOf("\n", at);
      if (next === -1) {
        return false;
      }
      at = next;
    } else if (character === quote) {
      quote = "";
    }
  }
  return quote !== "" || /(\|\||&&|\|)\s*$/.test(text);
}

function before(text: string, cursor: number): number {
  return cursor === 0 ? 0 : (segmenter.segment(text).containing(cursor - 1)?.index ?? cursor - 1);
}

function after(text: string, cursor: number): number {
  const segment = segmenter.segment(text).containing(cursor);
  return segment === undefined ? text.length : segment.index + segment.segment.length;
}

/** The nearest place at or before `cursor` that is not inside of a character. */
function whole(text: string, cursor: number): number {
  return cursor >= text.length ? text.length : (segmenter.segment(text).containing(cursor)?.index ?? cursor);
}
