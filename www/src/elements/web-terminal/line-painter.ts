// Draws the line that is being typed, writing as little as it can: a screen reader reads aloud what is written.

import { type Cell, cellAfter, type CellRules } from "./cell-layout.js";

/** What the line looks like. */
export interface Picture {
  /** What stands in front, without colours. */
  readonly prompt: string;
  /** The same with colours. */
  readonly paintedPrompt: string;
  readonly text: string;
  readonly cursor: number;
}

/** In front of every further row of a line. */
const CONTINUED = "> ";

/** Draws pictures one over the other. */
export class LinePainter {
  readonly #write: (data: string) => void;
  readonly #rules: CellRules;
  #columns: number;
  #shown: Picture | null = null;
  /** Where the terminal's cursor stands, from where the prompt begins. */
  #at: Cell = { row: 0, column: 0 };

  constructor(write: (data: string) => void, rules: CellRules, columns: number) {
    this.#write = write;
    this.#rules = rules;
    this.#columns = columns;
  }

  /** Draws `picture` in the place of what it drew before. */
  draw(picture: Picture): void {
    const { text, prompt } = picture;
    const before = this.#shown;
    const samePrompt = before?.paintedPrompt === picture.paintedPrompt;
    const kept = before !== null && samePrompt ? sharedLength(before.text, text) : 0;
    if (before === null || !samePrompt) {
      this.#write(`${this.#moveTo({ row: 0, column: 0 })}\x1b[J${picture.paintedPrompt}${visible(text)}`);
      this.#at = this.#end(prompt, text);
    } else if (kept < text.length || kept < before.text.length) {
      const isErased = kept < before.text.length;
      this.#write(
        `${this.#moveTo(this.#cellOf(prompt, text, kept))}${isErased ? "\x1b[J" : ""}${visible(text.slice(kept))}`,
      );
      this.#at = this.#end(prompt, text);
    }
    this.#write(this.#moveTo(this.#cellOf(prompt, text, picture.cursor)));
    this.#shown = picture;
  }

  /** Leaves the line as it is, and goes on below it. */
  leave(): void {
    if (this.#shown !== null) {
      const { prompt, text } = this.#shown;
      this.#write(`${this.#moveTo(this.#cellOf(prompt, text, text.length))}\r\n`);
    }
    this.forget();
  }

  /** Begins anew where the terminal's cursor is. */
  forget(): void {
    this.#shown = null;
    this.#at = { row: 0, column: 0 };
  }

  /** The terminal has another width, and has moved what was written to fit; `row` is the cursor's, from the prompt's. */
  resize(columns: number, row: number): void {
    this.#columns = columns;
    const shown = this.#shown;
    if (shown !== null) {
      this.#at = { row, column: 0 };
      this.#shown = null;
      this.#write("\r");
      this.draw(shown);
    }
  }

  /** Where the cursor stands after the first `length` units. A full row ends at the beginning of the next. */
  #cellOf(prompt: string, text: string, length: number): Cell {
    const cell = cellAfter(`${prompt}${visible(text.slice(0, length), "\n")}`, origin, this.#columns, this.#rules);
    return cell.column >= this.#columns ? { row: cell.row + 1, column: 0 } : cell;
  }

  /** Where writing has led. A terminal waits at the end of a full row; this makes it go on. */
  #end(prompt: string, text: string): Cell {
    const cell = cellAfter(`${prompt}${visible(text, "\n")}`, origin, this.#columns, this.#rules);
    if (cell.column >= this.#columns) {
      this.#write("\r\n");
      return { row: cell.row + 1, column: 0 };
    }
    return cell;
  }

  #moveTo(cell: Cell): string {
    const rows = cell.row - this.#at.row;
    const columns = cell.column - this.#at.column;
    this.#at = cell;
    if (rows === 0) {
      return columns > 0 ? `\x1b[${columns}C` : columns < 0 ? `\x1b[${-columns}D` : "";
    }
    const vertical = rows > 0 ? `\x1b[${rows}B` : `\x1b[${-rows}A`;
    return `${vertical}\r${cell.column > 0 ? `\x1b[${cell.column}C` : ""}`;
  }
}

const origin: Cell = { row: 0, column: 0 };

/** The text as it is written: further rows with their sign in front, a tab as one blank. */
function visible(text: string, row = "\r\n"): string {
  return text.replaceAll("\t", " ").replaceAll("\n", `${row}${CONTINUED}`);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How much both texts share at their beginning, without their last shared character: what follows may join with it. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.charCodeAt(length) === other.charCodeAt(length)) {
    length += 1;
  }
  const next = other.charCodeAt(length);
  // Most letters join with nothing.
  if (length === 0 || (isPlain(one.charCodeAt(length - 1)) && (Number.isNaN(next) || isPlain(next)))) {
    return length;
  }
  return segmenter.segment(other).containing(length - 1)?.index ?? 0;
}

function isPlain(unit: number): boolean {
  return unit >= 32 && unit < 127;
}
