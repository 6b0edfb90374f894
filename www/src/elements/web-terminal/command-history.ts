// The lines that were run before: going through them, and looking for one. Values only; who keeps them is told.

/** How many lines are kept. */
const MOST_LINES = 500;

/** The lines that were run, the oldest first. */
export class CommandHistory {
  readonly lines: readonly string[];

  constructor(lines: readonly string[] = []) {
    this.lines = lines.slice(-MOST_LINES);
  }

  /** With `line` as the newest. A line that begins with a blank, or that was just run, is not taken in again. */
  with(line: string): CommandHistory {
    return line.trim() === "" || /^\s/.test(line) || line === this.lines.at(-1)
      ? this
      : new CommandHistory([...this.lines, line]);
  }

  /** The newest line before `index` that begins with `beginning`; `null` when there is none. */
  before(index: number, beginning: string): number | null {
    for (let at = index - 1; at >= 0; at -= 1) {
      if (this.lines[at]?.startsWith(beginning) === true) {
        return at;
      }
    }
    return null;
  }

  /** The oldest line after `index` that begins with `beginning`; `null` when there is none. */
  after(index: number, beginning: string): number | null {
    for (let at = index + 1; at < this.lines.length; at += 1) {
      if (this.lines[at]?.startsWith(beginning) === true) {
        return at;
      }
    }
    return null;
  }

  /** The newest line before `index` that holds `part`; `null` when there is none. */
  search(index: number, part: string): number | null {
    for (let at = Math.min(index, this.lines.length) - 1; at >= 0; at -= 1) {
      if (this.lines[at]?.includes(part) === true) {
        return at;
      }
    }
    return null;
  }
}

/** Keeps the lines of one draft from one visit to the next. */
export interface HistoryStore {
  load(): readonly string[];
  save(lines: readonly string[]): void;
}

/** A store in the browser, under `key`. Where there is no room or no leave, nothing is kept. */
export function browserHistory(key: string): HistoryStore {
  return {
    load: () => {
      try {
        const lines: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
      } catch {
        return [];
      }
    },
    save: (lines) => {
      try {
        localStorage.setItem(key, JSON.stringify(lines));
      } catch {
        // A history of commands is not worth a trouble message.
      }
    },
  };
}
