// Edits one line after another: keys in, the line and what to do with it out. It draws nothing.

import { CommandHistory } from "./command-history.js";
import type { Input, Key } from "./keys.js";
import {
  blankLeft,
  cut,
  emptyLine,
  end,
  home,
  insert,
  isUnfinished,
  left,
  type Line,
  lineOf,
  replaceWord,
  right,
  rowDown,
  rowUp,
  wordLeft,
  wordRight,
} from "./line-buffer.js";

/** What is to be done after an input. */
export type Effect = "draw" | "run" | "cancel" | "complete" | "clear" | "nothing";

/** A search through what was run before. */
export interface Search {
  readonly query: string;
  /** The line that was found; `null` when there is none. */
  readonly index: number | null;
}

/** A line editor. */
export class LineEditor {
  #line: Line = emptyLine;
  #history: CommandHistory;
  /** Where in the history the line is from; its length: a new line. */
  #index: number;
  /** What was typed before going through the history: only lines that begin so are shown. */
  #typed = "";
  #removed = "";
  #search: Search | null = null;
  #beforeSearch: Line = emptyLine;

  constructor(history: CommandHistory = new CommandHistory()) {
    this.#history = history;
    this.#index = history.lines.length;
  }

  get line(): Line {
    return this.#line;
  }

  get history(): CommandHistory {
    return this.#history;
  }

  /** The search that is under way. */
  get search(): Search | null {
    return this.#search;
  }

  /** Takes an input in. */
  take(input: Input): Effect {
    if ("text" in input) {
      return this.#text(input.text);
    }
    return this.#search === null ? this.#key(input.key) : this.#searchKey(this.#search, input.key);
  }

  /** Puts `word` in the place of what stands from `start` to the cursor. */
  complete(start: number, word: string): void {
    this.#set(replaceWord(this.#line, start, word));
  }

  /** Begins a new line; `run`: the one that is left goes into the history. */
  begin(run: string | null): void {
    if (run !== null) {
      this.#history = this.#history.with(run);
    }
    this.#search = null;
    this.#set(emptyLine);
  }

  /** Puts a line in, as if it had been typed. */
  set(text: string): void {
    this.#search = null;
    this.#set(lineOf(text));
  }

  #text(text: string): Effect {
    if (this.#search === null) {
      this.#set(insert(this.#line, text));
    } else {
      this.#find(this.#search.query + text, this.#history.lines.length);
    }
    return "draw";
  }

  #key(key: Key): Effect {
    switch (key) {
      case "left":
        return this.#move(left(this.#line));
      case "right":
        return this.#move(right(this.#line));
      case "home":
        return this.#move(home(this.#line));
      case "end":
        return this.#move(end(this.#line));
      case "word-left":
        return this.#move(wordLeft(this.#line));
      case "word-right":
        return this.#move(wordRight(this.#line));
      case "up":
        return this.#up();
      case "down":
        return this.#down();
      case "backspace":
        return this.#delete(left(this.#line));
      case "delete":
        return this.#delete(right(this.#line));
      case "delete-word-left":
        return this.#remove(blankLeft(this.#line));
      case "delete-word-right":
        return this.#remove(wordRight(this.#line));
      case "delete-to-start":
        return this.#remove(home(this.#line));
      case "delete-to-end":
        return this.#remove(end(this.#line));
      case "put-back":
        this.#set(insert(this.#line, this.#removed));
        return "draw";
      case "new-line":
        this.#set(insert(this.#line, "\n"));
        return "draw";
      case "enter":
        return this.#enter();
      case "end-of-input":
        // On an empty line it would end a shell; this one has nowhere to go.
        return this.#line.text === "" ? "nothing" : this.#delete(right(this.#line));
      case "search":
        this.#beforeSearch = this.#line;
        this.#search = { query: "", index: null };
        return "draw";
      case "complete":
      case "cancel":
      case "clear":
        return key;
      case "leave":
        return "nothing";
    }
  }

  #searchKey(search: Search, key: Key): Effect {
    switch (key) {
      case "search":
        this.#find(search.query, search.index ?? this.#history.lines.length);
        return "draw";
      case "backspace":
        this.#find([...search.query].slice(0, -1).join(""), this.#history.lines.length);
        return "draw";
      case "leave":
      case "cancel":
        this.#search = null;
        this.#set(this.#beforeSearch);
        return "draw";
      case "clear":
        return "clear";
      default:
        // What was found is taken, and the key then does what it always does.
        this.#search = null;
        return key === "complete" ? "draw" : this.#key(key);
    }
  }

  #find(query: string, from: number): void {
    const index = query === "" ? null : this.#history.search(from, query);
    const found = index === null ? undefined : this.#history.lines[index];
    const keeps = index === null && this.#search?.index != null && query.startsWith(this.#search.query);
    this.#search = { query, index: keeps ? (this.#search?.index ?? null) : index };
    if (found !== undefined) {
      this.#line = { text: found, cursor: found.indexOf(query) };
      this.#index = index ?? this.#index;
    } else if (query === "") {
      this.#line = this.#beforeSearch;
    }
  }

  #up(): Effect {
    const above = rowUp(this.#line);
    if (above !== null) {
      return this.#move(above);
    }
    const index = this.#history.before(this.#index, this.#typed);
    return index === null ? "nothing" : this.#recall(index);
  }

  #down(): Effect {
    const below = rowDown(this.#line);
    if (below !== null) {
      return this.#move(below);
    }
    const index = this.#history.after(this.#index, this.#typed);
    if (index !== null) {
      return this.#recall(index);
    }
    if (this.#index === this.#history.lines.length) {
      return "nothing";
    }
    this.#index = this.#history.lines.length;
    this.#line = lineOf(this.#typed);
    return "draw";
  }

  #recall(index: number): Effect {
    this.#index = index;
    this.#line = lineOf(this.#history.lines[index] ?? "");
    return "draw";
  }

  #enter(): Effect {
    if (isUnfinished(this.#line.text)) {
      this.#set(insert(lineOf(this.#line.text), "\n"));
      return "draw";
    }
    return "run";
  }

  #move(line: Line): Effect {
    this.#line = line;
    return "draw";
  }

  /** A single character is not put aside: only what is removed at once can be put back. */
  #delete(other: Line): Effect {
    this.#set(cut(this.#line, other).line);
    return "draw";
  }

  #remove(other: Line): Effect {
    const { line, removed } = cut(this.#line, other);
    if (removed !== "") {
      this.#removed = removed;
    }
    this.#set(line);
    return "draw";
  }

  /** The line was typed on: going through the history begins anew from it. */
  #set(line: Line): void {
    this.#line = line;
    this.#typed = line.text;
    this.#index = this.#history.lines.length;
  }
}
