// Wires an open draft: its session, its open files, and the parts of its page.

import type { BuildProblem } from "../build/outcome.js";
import { on } from "../dom.js";
import { noteDraft, notedDrafts } from "../drafts/draft-register.js";
import type { Source } from "../drafts/source.js";
import { ask } from "../elements/ask-dialog/ask-dialog.js";
import { type Dock, DraftPage, type Pane } from "../elements/draft-page/draft-page.js";
import { hear } from "../elements/parts/events.js";
import { saying } from "../history.js";
import { checkpointPath, draftPath, go } from "../route.js";
import { Shell } from "../shell/shell.js";
import { terminalCommands } from "../shell/terminal-commands.js";
import { sentences } from "../words/session.js";
import { AGENT_SESSION, Conversation } from "./conversation.js";
import { FileEdits } from "./file-edits.js";
import { type OpenView, OpenFiles } from "./open-files.js";
import { remember, remembered } from "./remembered.js";
import { plain } from "./session-state.js";
import type { Session } from "./session.js";
import type { Status, View } from "./view.js";

/** Work that ends sooner than this is not shown: a flash says less than nothing. */
const PATIENCE_MS = 200;

/** How a draft is opened. */
export interface Opening {
  /** Where its first files come from. */
  readonly source: Source | null;
  /** The checkpoint that a person wants to restore. */
  readonly restore: number | null;
  /** Copying was stopped, or failed, as `said`: the draft is to go. */
  readonly giveUp: (said: Status | null) => Promise<void>;
}

/** One open draft on the page. */
export class DraftController {
  readonly page = new DraftPage();
  readonly #session: Session;
  readonly #open: OpenFiles;
  readonly #edits: FileEdits;
  readonly #conversation: Conversation;
  readonly #stops: (() => void)[] = [];
  #pane: Pane = "editor";
  #dock: Dock = "preview";
  #checkpointsOpen =
    remembered("checkpoints", matchMedia("(min-width: 68.75rem)").matches ? "open" : "closed") === "open";
  #drawing = false;
  #patience: ReturnType<typeof setTimeout> | null = null;
  #patient = true;
  #shownErrors: readonly BuildProblem[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#open = new OpenFiles(session.files, () => this.#draw());
    this.#edits = new FileEdits(session, this.#open);
    this.#conversation = new Conversation({
      session,
      page: this.page,
      changed: () => this.#draw(),
      showAgent: () => this.#showAgent(),
    });
    this.#stops.push(
      session.onChange((view) => {
        this.#watchBusy(view);
        this.#draw();
      }),
    );
    this.#stops.push(session.files.onChange(() => this.#note()));
    this.#listen();
  }

  /** Begins: after the page is in the document. */
  async begin({ source, restore, giveUp }: Opening): Promise<void> {
    const { page } = this;
    const shell = new Shell({
      files: this.#session.files,
      by: "shell",
      checkpoint: (args) => this.#session.terminal(args),
    });
    this.#stops.push(() => shell.close());
    page.terminal.use(terminalCommands(shell, this.#session.view.id));
    this.#draw();
    if (source !== null && !(await this.#session.beginnings.seed(source))) {
      await giveUp(this.#session.view.status);
      return;
    }
    if (source === null && !(await this.#keepsWhatIsHere())) {
      await giveUp(plain(sentences.cutOffDeleted(this.#session.view.name)));
      return;
    }
    this.#note();
    void this.#conversation.begin();
    const typed = await this.#session.beginnings.putBack();
    for (const path of [...typed].reverse()) {
      await this.#openFile(path);
    }
    await this.#openFirst();
    if (restore !== null) {
      await this.#conversation.ask((draft) => draft.planRestore(restore));
    } else if (source === null) {
      // After a load the preview has nothing to show until the files are built again.
      void this.#session.showApp();
      void this.#session.lookAtFiles();
    }
  }

  /** Saves what is typed: nothing may be lost by going to another page. Where that fails, the page must be stayed on. */
  async leave(): Promise<string | null> {
    const { view } = this.#session;
    if (this.#session.beginnings.copying) {
      // Gone on with unseen, it would be a half draft in the list.
      this.#session.cancel();
      return null;
    }
    if (view.unsaved.size > 0) {
      await this.#session.saveAll();
    }
    if (this.#session.view.unsaved.size > 0) {
      return draftPath(view.id);
    }
    // What the agent has done is recorded before the files are let go.
    await this.#conversation.close();
    return null;
  }

  /** Whether nothing is known of such a draft: no name, no file, no checkpoint, and no copying that was cut off. */
  async isUnknown(): Promise<boolean> {
    const { beginnings, view } = this.#session;
    const isEmpty = view.files.length === 0 && view.rows.length === 0;
    return isEmpty && !notedDrafts().has(view.id) && !(await beginnings.wasCutOff());
  }

  close(): void {
    for (const stop of this.#stops) {
      stop();
    }
    clearTimeout(this.#patience ?? undefined);
    void this.#conversation.close();
    this.#open.stop();
    this.#session.close();
  }

  #listen(): void {
    const { page } = this;
    const session = this.#session;
    on<{ pane: Pane }>(page, "choose-pane", ({ pane }) => this.#choosePane(pane));
    on<{ id: Dock }>(page, "choose-tab", ({ id }) => this.#choosePane(id));
    on(page, "go-home", () => go("/"));
    on(page, "open-storage", () => page.openStorage());
    on(page, "ask-to-keep", () => void session.askToKeep());
    on<{ message: string }>(page, "take-checkpoint", ({ message }) => void session.checkpoint(message));
    on(page, "save", () => void session.saveAll());
    on(page, "save-and-rebuild", () => void session.saveAndRebuild());

    on<{ path: string }>(page, "open-file", ({ path }) => void this.#openFile(path));
    on<{ folder: string }>(page, "new-file", ({ folder }) => void this.#edits.create(folder));
    on<{ path: string }>(page, "rename-file", ({ path }) => void this.#edits.rename(path));
    on<{ path: string }>(page, "remove-file", ({ path }) => void this.#edits.remove(path));

    on<{ path: string; bytes: Uint8Array | null }>(page, "typed", ({ path, bytes }) => session.typed(path, bytes));
    on<{ path: string }>(page, "activate", ({ path }) => void this.#openFile(path));
    on<{ path: string }>(page, "close-file", ({ path }) => void this.#closeFile(path));
    on<{ path: string }>(page, "take-theirs", ({ path }) => {
      session.typed(path, null);
      void this.#open.readAgain(path);
    });
    on<{ path: string; line: number | null; column: number | null }>(
      page,
      "go-to",
      ({ path, line, column }) => void this.#goTo(path, line ?? 1, column ?? 1),
    );
    on<{ paths: readonly string[]; command: string }>(
      page,
      "edited",
      ({ paths, command }) => void session.captureEdit(paths, `$ ${command}`),
    );

    hear(page, "checkpoints-toggle", () => this.#toggleCheckpoints());
    hear(page, "checkpoint-build", ({ n }) => void session.build(n));
    hear(page, "checkpoint-open", ({ n }, event) => {
      event.preventDefault();
      go(checkpointPath(session.view.id, n));
    });
    hear(page, "restore-recover", ({ way }) => void session.recover(way));
    hear(page, "status-cancel", () => session.cancel());
    hear(page, "status-dismiss", () => session.dismiss());

    const keys = (event: KeyboardEvent): void => this.#key(event);
    document.addEventListener("keydown", keys, { capture: true });
    const leaving = (event: BeforeUnloadEvent): void => {
      if (session.view.unsaved.size > 0 || session.view.busy !== null) {
        event.preventDefault();
      }
    };
    addEventListener("beforeunload", leaving);
    this.#stops.push(
      () => document.removeEventListener("keydown", keys, { capture: true }),
      () => removeEventListener("beforeunload", leaving),
    );
  }

  #key(event: KeyboardEvent): void {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (document.querySelector("dialog[open]") !== null || !command) {
      return;
    }
    // By its place too: with Caps Lock it is an “S”, and on other keyboards another letter.
    if (event.key.toLowerCase() === "s" || (event.code === "KeyS" && !/^[a-z]$/i.test(event.key))) {
      event.preventDefault();
      event.stopPropagation();
      void this.#session.saveAll();
    } else if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      void this.#session.saveAndRebuild();
    }
  }

  #choosePane(pane: Pane): void {
    this.#pane = pane;
    if (pane !== "files" && pane !== "editor") {
      this.#dock = pane;
    }
    this.#draw();
  }

  #toggleCheckpoints(): void {
    this.#checkpointsOpen = !this.#checkpointsOpen;
    remember("checkpoints", this.#checkpointsOpen ? "open" : "closed");
    this.#drawNow();
    if (this.#checkpointsOpen) {
      this.page.focusCheckpoints();
    } else {
      this.page.control.focus();
    }
  }

  /** Goes to the agent's input, and puts away what lies over it in a narrow window. */
  #showAgent(): void {
    this.#choosePane("agent");
    this.#checkpointsOpen &&= matchMedia("(min-width: 68.75rem)").matches;
    this.#drawNow();
    this.page.agent.focus();
  }

  async #openFile(path: string): Promise<void> {
    try {
      await this.#open.open(path);
      if (this.#pane === "files") {
        this.#choosePane("editor");
      }
    } catch (thrown) {
      this.#session.complain(saying(thrown));
    }
  }

  async #closeFile(path: string): Promise<void> {
    // What is typed is saved rather than asked about: a checkpoint brings back what was there before.
    if (this.#session.view.unsaved.has(path)) {
      await this.#session.saveAll();
    }
    this.#open.close(path);
  }

  async #goTo(path: string, line: number, column: number): Promise<void> {
    this.#pane = "editor";
    await this.#openFile(path);
    this.#drawNow();
    this.page.editor.goTo(path, line, column);
  }

  /** A draft whose copying was cut off is kept or deleted: it must not look like a whole one. */
  async #keepsWhatIsHere(): Promise<boolean> {
    const { beginnings, view } = this.#session;
    if (!(await beginnings.wasCutOff())) {
      return true;
    }
    const goes = await ask({
      title: sentences.cutOffTitle,
      body: [sentences.cutOff(view.name, view.files.length), sentences.cutOffAdvice],
      yes: sentences.cutOffDelete,
      no: sentences.cutOffKeep,
      danger: true,
    });
    if (!goes) {
      await beginnings.keepPart();
    }
    return !goes;
  }

  /** Something to look at: what a person would open first. */
  async #openFirst(): Promise<void> {
    const paths = this.#session.view.files.map(({ path }) => path);
    const liked = [/(^|\/)(main|index|popup|app)\.(tsx?|jsx?)$/i, /(^|\/)index\.html$/i, /^readme\.md$/i];
    const first = liked.map((like) => paths.find((path) => like.test(path))).find((path) => path !== undefined);
    if (first !== undefined && this.#open.view.active === null) {
      await this.#openFile(first);
    }
  }

  #note(): void {
    const { id, name, files } = this.#session.view;
    const known = notedDrafts().has(id);
    if (!known && files.length === 0) {
      // It was deleted in another tab, or never was: the list of drafts must not show it.
      return;
    }
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    noteDraft(id, { ...(known ? {} : { name }), openedAt: Date.now(), files: files.length, bytes });
  }

  /** Says that something is being done only when it lasts. */
  #watchBusy({ busy }: View): void {
    if (busy === null) {
      clearTimeout(this.#patience ?? undefined);
      this.#patience = null;
      this.#patient = true;
    } else {
      this.#patience ??= setTimeout(() => {
        this.#patient = false;
        this.#draw();
      }, PATIENCE_MS);
    }
  }

  /** Draws once for all that changes now. */
  #draw(): void {
    if (!this.#drawing) {
      this.#drawing = true;
      queueMicrotask(() => this.#drawNow());
    }
  }

  #drawNow(): void {
    this.#drawing = false;
    const { page } = this;
    const { view } = this.#session;
    const open: OpenView = this.#open.view;
    const { outcome, running } = view.build;
    const busy = this.#patient ? null : view.busy;
    this.#shownErrors = outcome?.errors ?? this.#shownErrors;
    page.show({
      pane: this.#pane,
      dock: this.#dock,
      checkpointsOpen: this.#checkpointsOpen,
      errors: outcome?.errors.length ?? 0,
      building: running,
      agent: this.#conversation.note,
      troubles: view.troubles,
      name: view.name,
    });
    page.tree.show({ files: view.files, active: open.active, unsaved: view.unsaved });
    page.editor.show({
      ...open,
      unsaved: view.unsaved,
      changedUnder: view.changedUnder,
      problems: this.#shownErrors,
      locked: view.busy?.locks ?? false,
    });
    page.control.show({
      name: view.name,
      current: view.rows.find((row) => row.current) ?? null,
      edited: view.edited,
      count: view.rows.length,
      turns: view.conversation.count,
      open: this.#checkpointsOpen,
      panel: "checkpoints-panel",
    });
    page.list.show({
      draft: view.id,
      rows: view.rows,
      good: view.lastKnownGood,
      interrupted: view.interrupted,
      ...view.conversation,
      session: AGENT_SESSION,
      sessionNames: this.#conversation.names,
      edited: view.edited,
      busy: busy?.text ?? null,
      reader: this.#session.reader,
      revision: view.revision,
    });
    page.console.show({ outcome, running });
    page.preview.show({ outcome, running });
    page.status.show({ status: view.status, busy });
    page.storage.show({ usage: view.usage, draft: view.id, troubles: view.troubles });
  }
}
