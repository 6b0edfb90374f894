// Completes the word that is being typed: a command at the beginning, a path elsewhere.

/** What could stand in the place of the word that the text ends with. */
export interface Completion {
  /** Where that word begins in the text. */
  readonly start: number;
  /** The words that fit, as they are typed: quoted where they must be, a folder with its slash. */
  readonly words: readonly string[];
  /** The same, as they are shown. */
  readonly shown: readonly string[];
}

/** What there is to choose from. */
export interface CompletionSource {
  readonly cwd: string;
  readonly home: string;
  readonly commands: readonly string[];
  names(folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
}

/** Completes the last word of `text`. */
export async function complete(text: string, source: CompletionSource): Promise<Completion> {
  const word = lastWord(text);
  if (word.isCommand && !word.value.includes("/")) {
    const commands = [...new Set(source.commands)].filter((name) => name.startsWith(word.value)).sort();
    return { start: word.start, words: commands.map((name) => `${name} `), shown: commands };
  }
  const slash = word.value.lastIndexOf("/");
  const typedFolder = word.value.slice(0, slash + 1);
  const beginning = word.value.slice(slash + 1);
  const names = (await source.names(folderMeant(typedFolder, source)))
    .filter(({ name }) => name.startsWith(beginning) && (beginning.startsWith(".") || !name.startsWith(".")))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    start: word.start,
    words: names.map(({ name, isFolder }) => {
      const typed = quoted(typedFolder + name, word.quote);
      return isFolder ? `${typed}/` : `${typed}${word.quote} `;
    }),
    shown: names.map(({ name, isFolder }) => (isFolder ? `${name}/` : name)),
  };
}

/** The longest beginning that all of `words` share. */
export function sharedBeginning(words: readonly string[]): string {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) {
      length -= 1;
    }
  }
  // Not in the middle of a character of two units.
  const end = first.charCodeAt(length - 1);
  return first.slice(0, end >= 0xd800 && end < 0xdc00 && length < first.length ? length - 1 : length);
}

/** The word that a text ends with. */
export interface LastWord {
  readonly start: number;
  /** Without its quotes. */
  readonly value: string;
  /** The quote that is still open. */
  readonly quote: "" | "'" | '"';
  /** Whether a command is expected there. */
  readonly isCommand: boolean;
}

/** Finds the word that `text` ends with. */
export function lastWord(text: string): LastWord {
  let start = 0;
  let value = "";
  let quote: LastWord["quote"] = "";
  let isCommand = true;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!inWord && !/\s/.test(character)) {
      start = at;
      inWord = true;
    }
    if (quote !== "") {
      if (character === quote) {
        quote = "";
      } else {
        value += character;
      }
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === "\\" && at + 1 < text.length) {
      at += 1;
      value += text.charAt(at);
    } else if (/[\s;|&()<>]/.test(character)) {
      // An assignment in front of a command leaves the command to come.
      isCommand = /[;|&(]/.test(character) || (isCommand && (!inWord || /^\w+=/.test(value)));
      value = "";
      inWord = false;
      start = at + 1;
    } else {
      value += character;
    }
  }
  return { start: inWord ? start : text.length, value, quote, isCommand };
}

function folderMeant(typed: string, { cwd, home }: CompletionSource): string {
  if (typed === "") {
    return cwd;
  }
  if (typed.startsWith("~/")) {
    return home + typed.slice(1);
  }
  return typed.startsWith("/") ? typed : `${cwd}/${typed}`;
}

function quoted(word: string, quote: LastWord["quote"]): string {
  switch (quote) {
    case "'":
      return `'${word.replaceAll("'", "'\\''")}`;
    case '"':
      return `"${word.replace(/["\\$`]/g, "\\$&")}`;
    default:
      return word.replace(/[\s'"\\$`&|;()<>*?![\]{}#]/g, "\\$&");
  }
}
