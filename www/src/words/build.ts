// What the build, its console and the preview say.

import type { PageKind } from "../build/outcome.js";

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** What is wrong with a draft. */
export const broken = {
  json: (code: string): string =>
    `This is not valid JSON: ${jsonFaults[code] ?? "there is something else than it needs here"}.`,
  jsonRoot: "This file should hold one object in braces.",
  package: (name: string): string =>
    `The package “${name}” is not here. Packages are not installed in this editor: use a file of the draft, or import from an https address.`,
  nodeModule: (name: string): string => `“${name}” belongs to Node.js. A browser does not have it.`,
  import: (path: string): string => `There is no file for “${path}”.`,
  importLeaves: (path: string): string => `“${path}” leaves the draft.`,
  alias: (path: string): string => `“${path}” is in the paths of tsconfig.json, but no file is there.`,
  emptyImport: "This import names nothing.",
  script: (path: string): string => `This page asks for the script “${path}”, which is not in the draft.`,
  style: (path: string): string => `This page asks for the style sheet “${path}”, which is not in the draft.`,
  asset: (path: string): string => `This page asks for “${path}”, which is not in the draft.`,
  classicImport: 'This script uses import or export, but its tag has no type="module".',
  manifestFile: (field: string, path: string): string => `“${field}” names “${path}”, which is not in the draft.`,
  manifestField: (field: string): string => `The manifest needs “${field}”.`,
  manifestVersion: "This builds extensions of Manifest V3: “manifest_version” must be 3.",
  manifestText: (field: string): string => `“${field}” must be text.`,
  manifestNumber: "“version” must be one to four numbers with dots between them.",
  manifestMatches: (index: number): string => `“content_scripts[${index}]” needs “matches”, so that it runs somewhere.`,
  extends: (path: string): string => `“extends” names “${path}”, which is not in the draft. It is left out.`,
  read: (text: string): string => `This file could not be read: ${text}`,
  nothing:
    "There is nothing to build: no HTML page, no extension manifest, no entry in package.json, and no src/index or src/main file.",
  language: (extension: string): string => `Files that end in “${extension}” are not compiled here.`,
} as const;

const jsonFaults: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word stands here without quotes",
  InvalidNumberFormat: "this number is not written as a number",
  PropertyNameExpected: "a name in double quotes is missing here",
  ValueExpected: "a value is missing here",
  ColonExpected: "a colon is missing here",
  CommaExpected: "a comma is missing here",
  CloseBraceExpected: "a closing brace is missing here",
  CloseBracketExpected: "a closing bracket is missing here",
  EndOfFileExpected: "it should end here",
  InvalidCommentToken: "comments are not allowed",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a text is not closed",
  UnexpectedEndOfNumber: "a number is cut off",
  InvalidUnicode: "this \\u sign is not complete",
  InvalidEscapeCharacter: "this sign after \\ has no meaning",
  InvalidCharacter: "this sign may not stand in a text",
};

/** What the compiler's own end is called. */
export const compiler = {
  stopped: "The compiler stopped by itself, so there is no verdict. Build again: it is started anew.",
  unavailable: "The compiler could not be started in this browser, so there is no verdict.",
  aborted: "The build was stopped.",
} as const;

/** What the build console says. */
export const buildConsole = {
  name: "Build",
  building: "Building…",
  never: "Not built yet",
  neverHint: "Save & rebuild compiles the draft and shows here what it finds.",
  success: (ms: number): string => `Built in ${duration(ms)}`,
  successWarned: (ms: number, warnings: number): string =>
    `Built in ${duration(ms)} with ${count(warnings, "warning")}`,
  failed: (errors: number): string => `Build failed with ${count(errors, "error")}`,
  failedWarned: (errors: number, warnings: number): string =>
    `Build failed with ${count(errors, "error")} and ${count(warnings, "warning")}`,
  nothing: "Nothing to build",
  allGood: "No errors and no warnings.",
  more: (count: number): string => `… and ${count.toLocaleString("en")} more`,
  typesNotChecked: "TypeScript is compiled here; its types are not checked.",
  error: "Error",
  warning: "Warning",
  list: "What the build found",
  place: (path: string, line: number | null, column: number | null): string =>
    [path, line, column].filter((part) => part !== null).join(":"),
} as const;

/** What the preview says. */
export const preview = {
  name: "Preview",
  frame: "The built app",
  reload: "Reload preview",
  choose: "Page",
  building: "Building…",
  none: "Nothing to show yet",
  noneHint: "Build the draft to see it run here.",
  noPage: "This draft builds, but has no HTML page to show",
  noPageHint: "Add an index.html that loads its script, and it runs here.",
  nothing: "Nothing to build",
  failed: (errors: number): string =>
    `The build failed with ${count(errors, "error")}, so there is nothing new to show`,
  older: (errors: number): string =>
    `This is the last build that passed. The newest failed with ${count(errors, "error")}.`,
  failedHint: "The build console lists each error with its place.",
  standIn: "chrome.storage, tabs and runtime messages are stand-ins of this preview; other chrome calls are absent.",
  messages: "Messages of the app",
  noMessages: "The app has said nothing.",
  clear: "Clear messages",
  earlier: (number: number): string => `${count(number, "earlier message is", "earlier messages are")} left out.`,
  uncaught: "Uncaught error",
  blocked: "Blocked",
  level: { error: "Error", warn: "Warning" },
} as const;

/** What each kind of page is called in the chooser. */
export const pageKinds: Readonly<Record<PageKind, string>> = {
  page: "Page",
  popup: "Popup",
  options: "Options",
  "side-panel": "Side panel",
  "new-tab": "New tab",
  "dev-tools": "Developer tools",
  "content-script": "Content script on a test page",
};

/** What stands on the page on which content scripts are tried. */
export const testPage = {
  title: "A page to try the content script on",
  intro: "The extension's content scripts run on this page, as they would on a page of the web.",
  heading: "A second heading",
  paragraph: "A paragraph with a link, some bold text and some code, so that there is something to work on.",
  link: "a link",
  field: "A field",
  button: "A button",
} as const;

function duration(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
