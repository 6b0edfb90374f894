// What the terminal and its shell say.

/** Sentences of the terminal and of the shell. */
export const terminal = {
  name: "Terminal",
  label: "Terminal: type a command and press Enter",
  welcome: "A shell over this draft's files. Try: ls, help, checkpoint <message>",
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

/** Commands that a person or an agent may expect and that are not here, with what to do instead. */
export const absentCommands: Readonly<Record<string, string>> = {
  tar: "archives are not made here",
  gzip: "compressing is not possible here",
  gunzip: "unpacking is not possible here",
  zcat: "unpacking is not possible here",
  curl: "this shell has no network",
  wget: "this shell has no network",
  git: "this draft's history is its checkpoints: try `checkpoint help`",
  npm: "packages are not installed in this editor",
  npx: "packages are not installed in this editor",
  pnpm: "packages are not installed in this editor",
  yarn: "packages are not installed in this editor",
  node: "scripts do not run here: Save & rebuild compiles the draft, and the preview runs it",
  python: "scripts do not run here",
  python3: "scripts do not run here",
};
