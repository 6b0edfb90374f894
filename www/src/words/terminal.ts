// What the terminal and its shell say.

/** Sentences of the terminal and of the shell. */
export const terminal = {
  name: "Terminal",
  label: "Terminal: type a command and press Enter",
  welcome:
    "A shell over the files of this draft. `help` lists its commands, `checkpoint <message>` keeps a checkpoint.",
  screenReader: "Screen reader",
  screenReaderHint: "Announce what is typed and printed to a screen reader",
  clear: "Clear",
  stop: "Stop",
  stopped: "^C",
  running: "Running",
  search: (query: string): string => `(search) ${query}: `,
  noMatch: (query: string): string => `(search, nothing found) ${query}: `,
  more: (count: number): string => `… and ${count.toLocaleString("en")} more`,
  failed: (text: string): string => `The shell failed: ${text}`,
  cut: (bytes: number): string => `[output cut here: ${bytes.toLocaleString("en")} more bytes]`,
  unsaved: (paths: readonly string[], more: number): string =>
    `note: ${paths.join(", ")}${more > 0 ? ` and ${more} more` : ""}: the editor has text that is not saved; the shell uses the saved file`,
  notWritten: (path: string, text: string): string => `shell: ${path}: could not be written: ${text}`,
  aborted: "The command was stopped.",
  timedOut: (ms: number): string => `The command was stopped after ${ms / 1000} s.`,
  restarted:
    "The shell did not stop by itself and was started anew; folders without files and shell functions are gone.",
  crashed: "The shell stopped by itself and is started anew.",
  noLinks: "ln: there are no links here: a checkpoint could not keep them. Use cp.\n",
} as const;
