// Turns what a terminal sends for the keyboard and the clipboard into keys and text.

/** What a line editor understands. */
export type Key =
  | "left"
  | "right"
  | "up"
  | "down"
  | "home"
  | "end"
  | "word-left"
  | "word-right"
  | "backspace"
  | "delete"
  | "delete-word-left"
  | "delete-word-right"
  | "delete-to-start"
  | "delete-to-end"
  | "put-back"
  | "enter"
  | "new-line"
  | "complete"
  | "cancel"
  | "end-of-input"
  | "clear"
  | "search"
  | "leave";

/** One thing that came in. */
export type Input = { readonly key: Key } | { readonly text: string; readonly pasted: boolean };

const PASTE_BEGINS = "\x1b[200~";
const PASTE_ENDS = "\x1b[201~";

const sequences: ReadonlyMap<string, Key> = new Map([
  ["\x1b[D", "left"],
  ["\x1bOD", "left"],
  ["\x02", "left"],
  ["\x1b[C", "right"],
  ["\x1bOC", "right"],
  ["\x06", "right"],
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["\x10", "up"],
  ["\x1b[B", "down"],
  ["\x1bOB", "down"],
  ["\x0e", "down"],
  ["\x1b[H", "home"],
  ["\x1bOH", "home"],
  ["\x1b[1~", "home"],
  ["\x01", "home"],
  ["\x1b[F", "end"],
  ["\x1bOF", "end"],
  ["\x1b[4~", "end"],
  ["\x05", "end"],
  ["\x1b[1;5D", "word-left"],
  ["\x1b[1;3D", "word-left"],
  ["\x1bb", "word-left"],
  ["\x1b[1;5C", "word-right"],
  ["\x1b[1;3C", "word-right"],
  ["\x1bf", "word-right"],
  ["\x7f", "backspace"],
  ["\b", "backspace"],
  ["\x1b[3~", "delete"],
  ["\x17", "delete-word-left"],
  ["\x1b\x7f", "delete-word-left"],
  ["\x1b\b", "delete-word-left"],
  ["\x1bd", "delete-word-right"],
  ["\x1b[3;5~", "delete-word-right"],
  ["\x15", "delete-to-start"],
  ["\x0b", "delete-to-end"],
  ["\x19", "put-back"],
  ["\r", "enter"],
  ["\n", "enter"],
  ["\x1b\r", "new-line"],
  ["\x1b\n", "new-line"],
  ["\t", "complete"],
  ["\x03", "cancel"],
  ["\x04", "end-of-input"],
  ["\x0c", "clear"],
  ["\x12", "search"],
  ["\x07", "leave"],
  ["\x1b", "leave"],
]);

/** Reads what a terminal sends, piece by piece: a paste may come in several. */
export class KeyReader {
  /** What has come of a paste that is not over. */
  #paste: string | null = null;

  read(data: string): Input[] {
    const inputs: Input[] = [];
    let rest = data;
    while (rest !== "") {
      if (this.#paste !== null) {
        rest = this.#readPaste(this.#paste + rest, inputs);
      } else if (rest.startsWith(PASTE_BEGINS)) {
        this.#paste = "";
        rest = rest.slice(PASTE_BEGINS.length);
      } else {
        rest = readOne(rest, inputs);
      }
    }
    return inputs;
  }

  #readPaste(all: string, inputs: Input[]): string {
    const end = all.indexOf(PASTE_ENDS);
    if (end === -1) {
      this.#paste = all;
      return "";
    }
    this.#paste = null;
    addText(inputs, all.slice(0, end), true);
    return all.slice(end + PASTE_ENDS.length);
  }
}

/** Reads one key or one run of text, and answers what is left. */
function readOne(data: string, inputs: Input[]): string {
  const text = /^[^\x00-\x1f\x7f]+/.exec(data)?.[0];
  if (text !== undefined) {
    addText(inputs, text, false);
    return data.slice(text.length);
  }
  const sequence = wholeSequence(data);
  const key = sequences.get(sequence);
  if (key !== undefined) {
    inputs.push({ key });
  }
  return data.slice(sequence.length);
}

/**
 * The control sequence that `data` begins with: one that is not known is passed over as a whole.
 * So are the answers that a terminal gives to questions in what it printed: a file must not be able to type.
 */
function wholeSequence(data: string): string {
  const found = /^(?:\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1bO.|\x1b[^[O\]P^_X]|.)/s.exec(
    data,
  )?.[0];
  return found ?? data.charAt(0);
}

/** What is pasted stands in the line as text: its ends of lines as such, and no signs that steer a terminal. */
function addText(inputs: Input[], text: string, pasted: boolean): void {
  const clean = text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  if (clean !== "") {
    inputs.push({ text: clean, pasted });
  }
}
