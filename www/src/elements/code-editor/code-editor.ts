// The code editor: a tab for each open file, and CodeMirror under it.

import { setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { OpenFile, OpenView } from "../../app/open-files.js";
import type { BuildProblem } from "../../build/outcome.js";
import { button, emit, make } from "../../dom.js";
import type { ChangedBy } from "../../files/draft-files.js";
import { bytesOf, type FileContent } from "../../files/file-content.js";
import { editorWords as words } from "../../words/editor.js";
import { comparing, editable, editorState, linesOf, lock, type TextContent } from "./editor-state.js";
import { EditorTabs } from "./editor-tabs.js";
import { problemMarks } from "./problem-marks.js";
import { unshown } from "./unshown.js";
import "./code-editor.css";

/** What the editor is given. */
export interface EditorData extends OpenView {
  readonly unsaved: ReadonlySet<string>;
  readonly changedUnder: ReadonlyMap<string, ChangedBy>;
  readonly problems: readonly BuildProblem[];
  /** Nothing may be typed while the files are being put back. */
  readonly locked: boolean;
}

/** What is kept of one open file. */
interface Opened {
  content: FileContent;
  /** `null` for what is not edited. While a file is in front, its state is in the view. */
  state: EditorState | null;
  scroll: number;
}

/** Tells: `typed` {path, bytes | null}, `activate` {path}, `close-file` {path}, `take-theirs` {path}, `save`. */
export class CodeEditor extends HTMLElement {
  readonly #tabs = new EditorTabs();
  readonly #notice = make("div", { className: "editor-notice", hidden: true });
  readonly #place = make("div", { className: "editor-place", id: "editor-place" });
  readonly #opened = new Map<string, Opened>();
  #view: EditorView | null = null;
  #shown: EditorData = {
    files: [],
    active: null,
    unsaved: new Set(),
    changedUnder: new Map(),
    problems: [],
    locked: false,
  };
  /** The path that the place shows. */
  #inFront: string | null = null;
  #comparing = false;
  /** A place to go to as soon as its file is in front. */
  #goal: { path: string; line: number; column: number } | null = null;

  connectedCallback(): void {
    if (this.childElementCount === 0) {
      this.append(this.#tabs, this.#notice, this.#place);
      this.#draw();
    }
  }

  disconnectedCallback(): void {
    this.#view?.destroy();
    this.#view = null;
  }

  /** Shows what is open. */
  show(shown: EditorData): void {
    const before = this.#shown;
    this.#shown = shown;
    this.#takeIn(shown.files);
    if (this.isConnected) {
      this.#draw();
    }
    if (shown.locked !== before.locked) {
      this.#view?.dispatch({ effects: editable.reconfigure(lock(shown.locked)) });
    }
    if (shown.problems !== before.problems) {
      this.#markProblems();
    }
  }

  /** Puts the cursor at a place of the file that is, or is about to be, in front. Both count from 1. */
  goTo(path: string, line: number, column: number): void {
    this.#goal = { path, line, column };
    this.#reachGoal();
  }

  /** Puts the focus into the text. */
  override focus(): void {
    if (this.#view === null) {
      this.#tabs.focus();
    } else {
      this.#view.focus();
    }
  }

  /** Notes new contents. Text that is typed and not saved stays; everything else becomes what its file holds. */
  #takeIn(files: readonly OpenFile[]): void {
    const paths = new Set(files.map(({ path }) => path));
    for (const path of this.#opened.keys()) {
      if (!paths.has(path)) {
        this.#opened.delete(path);
      }
    }
    for (const { path, content, typed } of files) {
      const opened = this.#opened.get(path);
      if (opened === undefined) {
        const text = content.kind === "text" && typed?.kind === "text" ? this.#state(path, content, typed) : null;
        this.#opened.set(path, { content, state: text, scroll: 0 });
      } else if (opened.content !== content) {
        this.#replace(path, opened, content);
      }
    }
  }

  #replace(path: string, opened: Opened, content: FileContent): void {
    const before = opened.content;
    opened.content = content;
    const sameKind =
      before.kind === "text" &&
      content.kind === "text" &&
      before.separator === content.separator &&
      before.byteOrderMark === content.byteOrderMark;
    if (this.#shown.unsaved.has(path)) {
      // The typed text stays. It may by now be what the file holds.
      queueMicrotask(() => this.#tellTyped(path));
    } else if (sameKind && this.#inFront === path && this.#view !== null) {
      makeEqual(this.#view, content);
    } else {
      opened.state = null;
      if (this.#inFront === path) {
        this.#inFront = null;
      }
    }
  }

  #draw(): void {
    const { files, active, unsaved } = this.#shown;
    this.#tabs.show({ paths: files.map(({ path }) => path), active, unsaved });
    if (this.#inFront !== active || (active === null && this.#place.childElementCount === 0)) {
      this.#bringToFront(active);
    }
    this.#drawNotice();
  }

  #bringToFront(path: string | null): void {
    this.#putAway();
    this.#inFront = path;
    this.#comparing = false;
    const opened = path === null ? undefined : this.#opened.get(path);
    if (path === null || opened === undefined) {
      this.#place.replaceChildren(
        make(
          "div",
          { className: "editor-empty" },
          make("p", {}, words.nothingOpen),
          make("p", {}, words.nothingOpenHint),
        ),
      );
      return;
    }
    const { content } = opened;
    if (content.kind !== "text") {
      this.#place.replaceChildren(unshown(path, content));
      return;
    }
    const state = opened.state ?? this.#state(path, content, content);
    this.#place.replaceChildren();
    this.#view = new EditorView({ state, parent: this.#place });
    this.#view.dispatch({ effects: editable.reconfigure(lock(this.#shown.locked)) });
    this.#view.scrollDOM.scrollTop = opened.scroll;
    this.#markProblems();
    this.#reachGoal();
  }

  #state(path: string, content: TextContent, text: TextContent): EditorState {
    return editorState(path, content, linesOf(text), this.#shown.locked, () => this.#tellTyped(path));
  }

  #putAway(): void {
    const view = this.#view;
    const opened = this.#inFront === null ? undefined : this.#opened.get(this.#inFront);
    if (view !== null && opened !== undefined) {
      this.#stopComparing();
      opened.state = view.state;
      opened.scroll = view.scrollDOM.scrollTop;
    }
    view?.destroy();
    this.#view = null;
  }

  /** Tells whether the text of `path` is what its file holds, and else its bytes. */
  #tellTyped(path: string): void {
    const opened = this.#opened.get(path);
    const state = this.#inFront === path ? this.#view?.state : opened?.state;
    if (opened === undefined || state === undefined || state === null || opened.content.kind !== "text") {
      return;
    }
    const saved = state.doc.eq(linesOf(opened.content));
    emit(this, "typed", { path, bytes: saved ? null : bytesOf(state.sliceDoc(), opened.content) });
  }

  #drawNotice(): void {
    const path = this.#inFront;
    const by = path === null ? undefined : this.#shown.changedUnder.get(path);
    this.#notice.hidden = by === undefined;
    if (path === null || by === undefined) {
      this.#notice.replaceChildren();
      this.#stopComparing();
      return;
    }
    this.#notice.replaceChildren(
      make("p", { role: "status" }, words.changedUnder(by)),
      button(this.#comparing ? words.stopComparing : words.compare, () => this.#toggleComparing()),
      button(words.takeTheirs, () => emit(this, "take-theirs", { path })),
      button(words.saveMine, () => emit(this, "save")),
    );
  }

  #toggleComparing(): void {
    const content = this.#inFront === null ? undefined : this.#opened.get(this.#inFront)?.content;
    if (this.#comparing) {
      this.#stopComparing();
    } else if (content?.kind === "text") {
      this.#comparing = true;
      this.#view?.dispatch({
        effects: comparing.reconfigure(unifiedMergeView({ original: linesOf(content), mergeControls: false })),
      });
    }
    this.#drawNotice();
  }

  #stopComparing(): void {
    if (this.#comparing) {
      this.#comparing = false;
      this.#view?.dispatch({ effects: comparing.reconfigure([]) });
    }
  }

  #markProblems(): void {
    const view = this.#view;
    if (view !== null && this.#inFront !== null) {
      view.dispatch(setDiagnostics(view.state, problemMarks(view.state, this.#inFront, this.#shown.problems)));
    }
  }

  #reachGoal(): void {
    const goal = this.#goal;
    const view = this.#view;
    if (goal === null || view === null || goal.path !== this.#inFront) {
      return;
    }
    this.#goal = null;
    const line = view.state.doc.line(Math.min(Math.max(goal.line, 1), view.state.doc.lines));
    const at = Math.min(line.from + Math.max(goal.column - 1, 0), line.to);
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    view.focus();
  }
}

/** Changes only what differs, so that the cursor and the scroll stay where they are. */
function makeEqual(view: EditorView, content: TextContent): void {
  const wanted = linesOf(content);
  const now = view.state.doc;
  if (now.eq(wanted)) {
    return;
  }
  // In CodeMirror's own count, where each line end is one character.
  const [a, b] = [now.toString(), wanted.toString()];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) {
    end += 1;
  }
  view.dispatch({ changes: { from: start, to: a.length - end, insert: wanted.slice(start, b.length - end) } });
}

customElements.define("code-editor", CodeEditor);
