// Works out where text ends up on a terminal's grid, by the terminal's own rules of width.

/** A place on the grid, counted from where the text begins. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** What a terminal knows of one code point after another: see `IUnicodeVersionProvider` of xterm. */
export interface CellRules {
  /** Width and grouping, packed into one number; `preceding`: that of the code point before, 0 at the start. */
  charProperties(codePoint: number, preceding: number): number;
}

/** Where the cursor stands after `text` was written from `start` on; `\n` begins a new row. */
export function cellAfter(text: string, start: Cell, columns: number, rules: CellRules): Cell {
  let { row, column } = start;
  let preceding = 0;
  for (const character of text) {
    if (character === "\n") {
      row += 1;
      column = 0;
      preceding = 0;
      continue;
    }
    const properties = rules.charProperties(character.codePointAt(0) ?? 0, preceding);
    const joined = isJoined(properties) ? widthOf(preceding) : 0;
    const more = widthOf(properties) - joined;
    if (column + more > columns) {
      // What does not fit goes to the next row as a whole.
      row += 1;
      column = joined;
    }
    column += more;
    preceding = properties;
  }
  return { row, column };
}

/** How many cells `text` takes in one row. */
export function widthOfText(text: string, rules: CellRules): number {
  return cellAfter(text, { row: 0, column: 0 }, Number.POSITIVE_INFINITY, rules).column;
}

function widthOf(properties: number): number {
  return (properties >> 1) & 3;
}

function isJoined(properties: number): boolean {
  return (properties & 1) !== 0;
}
