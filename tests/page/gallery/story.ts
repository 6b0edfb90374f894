// The scenes of the gallery: drafts that the real package makes, over some days that a clock of ours tells.

import type { Draft, MemoryWorkspace } from "knowngood";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lets time be another one for what the package notes. */
export class Clock {
  readonly #now = Date.now.bind(Date);
  #back = 0;

  constructor() {
    Date.now = () => this.#now() - this.#back;
  }

  /** It is so long ago. */
  ago(back: number): void {
    this.#back = back;
  }
}

/** What a scene is made in. */
export interface Stage {
  readonly draft: Draft;
  readonly workspace: MemoryWorkspace;
  readonly clock: Clock;
}

/** A scene by its name. */
export type SceneName = keyof typeof scenes;

const popup = (colour: string, extra = ""): string => `// Shows the time that is left.

const minutes = document.querySelector("#minutes");
const seconds = document.querySelector("#seconds");

export function show(left) {
  minutes.textContent = String(Math.floor(left / 60));
  seconds.textContent = String(left % 60).padStart(2, "0");
  document.body.style.color = "${colour}";
}
${extra}
export function reset() {
  show(0);
}
`;

const manifest = `{
  "manifest_version": 3,
  "name": "Tea timer",
  "version": "1.0.0",
  "action": { "default_popup": "popup.html" },
  "content_scripts": [{ "matches": ["https://example.com/*"], "js": ["content.js"] }]
}
`;

/** A dot of 16 × 16, as PNG. */
const icon = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAALklEQVR42mPgjipmoAQz0MqA/zgwQQP+E4lpY8B/EvGoAbQwYODTAVWSMv1zIwAbSVOUSY1EGAAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);

function seed({ workspace }: Stage): void {
  workspace.write("manifest.json", manifest);
  workspace.write("popup.html", `<!doctype html>\n<title>Tea timer</title>\n<p id="minutes">0</p>\n`);
  workspace.write("src/popup.js", popup("#1d1f23"));
  workspace.write("src/content.js", `console.log("tea");\n`);
  workspace.write("style.css", `body {\n  font: 1rem system-ui;\n  min-width: 12rem;\n}\n`);
  workspace.write("icons/tea.png", icon);
  workspace.write(".gitignore", "dist/\n*.log\n");
}

/** An ordinary day: a template, edits, builds that pass and fail, a restore, and an edit since. */
async function ordinary(stage: Stage): Promise<void> {
  const { draft, workspace, clock } = stage;
  clock.ago(9 * DAY);
  seed(stage);
  await draft.capture({ kind: "template", label: "Template: browser extension" });
  await draft.stamp(1, { result: "success" });
  clock.ago(2 * DAY + 3 * HOUR);
  workspace.write("src/popup.js", popup("#0b5a73"));
  await draft.capture({ kind: "edit", label: "Edit src/popup.js" });
  workspace.write("README.md", "# Tea timer\n\nThree minutes for green tea.\n");
  await draft.capture({ kind: "edit", label: "Edit README.md" });
  clock.ago(DAY + HOUR);
  workspace.write("dist/bundle.js", "made by the build\n");
  workspace.write("debug.log", "made by the build\n");
  workspace.write("src/ring.js", `export const ring = () => new Audio("ring.mp3").play();\n`);
  const built = await draft.capture({ kind: "build", label: "Save & rebuild" });
  await draft.stamp(built.checkpoint?.n ?? 0, { result: "success" });
  clock.ago(3 * HOUR);
  await draft.capture({ kind: "message", label: "The timer rings, and the header is fixed" });
  clock.ago(100 * MINUTE);
  workspace.remove("src/ring.js");
  workspace.write("src/Ring.js", `export const ring = () => new Audio("ring.mp3").play();\n`);
  workspace.write("src/bell.js", `export { ring } from "./ring.js";\n`);
  await draft.capture({ kind: "edit", label: "$ git mv src/ring.js src/Ring.js" });
  clock.ago(50 * MINUTE);
  workspace.write("src/popup.js", popup("#9f2620", `\nexport function pause() {\n  return broken(;\n}\n`));
  workspace.write("icons/tea.png", icon.slice(0, 40));
  const failed = await draft.capture({ kind: "build", label: "Save & rebuild" });
  await draft.stamp(failed.checkpoint?.n ?? 0, {
    result: "failed",
    errors: 2,
    message:
      'src/popup.js:15:16: error: Unexpected ";"\nsrc/bell.js:1:21: error: Could not resolve "./ring.js"\n\n2 errors',
  });
  clock.ago(20 * MINUTE);
  await draft.apply(await draft.planRestore(1));
  clock.ago(4 * MINUTE);
  workspace.write("src/Ring.js", `export const ring = () => new Audio("bell.mp3").play();\n`);
  workspace.write("src/ring.js", `export const ring = 1;\n`);
  await draft.capture({
    kind: "message",
    label:
      "checkpoint, with a label that is much longer than a line of the list is: it says what was done, why, and what is left to do",
  });
  clock.ago(0);
  workspace.write("style.css", `body {\n  font: 1.125rem system-ui;\n  min-width: 14rem;\n}\n`);
  workspace.write("notes.txt", "Ask for a quieter bell.\n");
  await draft.countLines();
}

/** A conversation of some turns, one that was gone back in, and another one beside it. */
async function turns(stage: Stage): Promise<void> {
  const { draft, workspace, clock } = stage;
  const turn = async (
    session: string,
    id: string,
    prompt: string,
    work: () => void,
    closingLine?: string,
  ): Promise<void> => {
    await draft.beginTurn({ id, session, prompt, name: session === "s1" ? "fx" : "fx, second window" });
    work();
    const sessionBytes = new TextEncoder().encode(`${session} after ${id}`);
    await draft.endTurn({ id, state: "done", sessionBytes, ...(closingLine === undefined ? {} : { closingLine }) });
  };
  clock.ago(5 * HOUR);
  seed(stage);
  await draft.capture({ kind: "template", label: "Template: browser extension" });
  await draft.stamp(1, { result: "success" });
  clock.ago(4 * HOUR);
  await turn("s1", "t1", "Make the time blue", () => workspace.write("src/popup.js", popup("#0b5a73")));
  await turn("s1", "t2", "Which files are there?", () => undefined, "There are seven files.");
  clock.ago(3 * HOUR);
  await turn("s1", "t3", "Add a bell that rings when the tea is ready", () => {
    workspace.write("src/ring.js", `export const ring = () => new Audio("ring.mp3").play();\n`);
  });
  await turn("s1", "t4", "Ring twice", () => {
    workspace.write(
      "src/ring.js",
      `export const ring = () => ["ring.mp3", "ring.mp3"].map((at) => new Audio(at).play());\n`,
    );
  });
  clock.ago(2 * HOUR);
  await draft.apply(await draft.planResume({ turn: "t2" }));
  await turn("s1", "t5", "Show the time in the title instead", () => {
    workspace.write("src/title.js", `export const show = (text) => (document.title = text);\n`);
  });
  clock.ago(HOUR);
  workspace.write("style.css", "body {\n  color: teal;\n}\n");
  await turn("s2", "u1", "Write a README", () => workspace.write("README.md", "# Tea timer\n"));
  clock.ago(10 * MINUTE);
  await draft.capture({ kind: "message", label: "Ready to show" });
  clock.ago(0);
}

/** So many checkpoints that a list of them has to be quick. */
async function many({ draft, workspace }: Stage): Promise<void> {
  await draft.configure({ keep: 1000 });
  for (let n = 1; n <= 1000; n += 1) {
    workspace.write(`src/part-${n % 40}.ts`, `export const made = ${n};\n`);
    await draft.capture({ kind: n % 7 === 0 ? "build" : "edit", label: `Edit ${n}: src/part-${n % 40}.ts` });
    if (n % 7 === 0) {
      await draft.stamp(n, n % 21 === 0 ? { result: "failed", errors: 3 } : { result: "success" });
    }
  }
}

/** A restore that touches 10,000 files. */
async function large({ draft, workspace }: Stage): Promise<void> {
  for (let n = 0; n < 10_000; n += 1) {
    workspace.write(`src/folder-${n % 100}/file-${n}.ts`, `export const value = ${n};\n`);
  }
  await draft.capture({ kind: "template", label: "Template: 10,000 files" });
  const long = Array.from({ length: 20_000 }, (_, line) => `export const line${line} = ${line};`).join("\n");
  workspace.write("src/long.ts", long);
  await draft.capture({ kind: "edit", label: "Edit src/long.ts" });
  for (let n = 0; n < 10_000; n += 1) {
    const path = `src/folder-${n % 100}/file-${n}.ts`;
    if (n % 3 === 0) {
      workspace.remove(path);
      workspace.write(`new/file-${n}.ts`, `export const made = ${n};\n`);
    } else {
      workspace.write(path, `export const value = ${n + 1};\n`);
    }
  }
  workspace.write("src/long.ts", long.replaceAll("const", "let"));
  await draft.capture({ kind: "edit", label: "Edit 10,000 files" });
}

export const scenes = {
  ordinary,
  turns,
  many,
  large,
  empty: async (): Promise<void> => undefined,
};
