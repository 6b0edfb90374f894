// One open draft: what is shown of it, and all that can be done with it. Knows no element.

import type { Building, BuildOutcome } from "../build/outcome.js";
import type { DraftFiles } from "../files/draft-files.js";
import { type Draft, type Plan, type Receipt, saying, type TerminalOptions, type TerminalResult } from "../history.js";
import { receiptWords } from "../words/restore.js";
import { sentences } from "../words/session.js";
import { Beginnings } from "./beginnings.js";
import { Builds } from "./builds.js";
import { Captures } from "./captures.js";
import { Edits } from "./edits.js";
import { firstView } from "./first-view.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";
import { OpenedDraft } from "./opened-draft.js";
import { isUnchanged, readHistory } from "./read-history.js";
import { bad, plain, SessionState } from "./session-state.js";
import { askToPersist } from "./storage.js";
import type { SessionFollower } from "./session-follower.js";
import type { Busy, Status, View } from "./view.js";

/** How long after the first edit the files are looked at. */
const LOOK_MS = 700;

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly name: string;
  readonly files: DraftFiles;
  readonly kept: HistoryOrTrouble;
  readonly building: Building;
}

/** One open draft. Every verb ends well: what went wrong is in the view's status. */
export class Session {
  readonly files: DraftFiles;
  /** What it begins with. */
  readonly beginnings: Beginnings;
  readonly #kept: KeptHistory | null;
  readonly #state: SessionState;
  readonly #edits: Edits;
  readonly #captures: Captures;
  readonly #builds: Builds;
  readonly #stops: (() => void)[] = [];
  readonly #followers = new Set<SessionFollower>();
  readonly #opened: OpenedDraft;
  #refreshes = 0;
  /** The look at the files that an edit has asked for. */
  #looking: ReturnType<typeof setTimeout> | undefined;

  /** Opens a draft. Without a history the editor still works. */
  static async open(parts: SessionParts): Promise<Session> {
    const session = new Session(parts);
    await session.#openDraft();
    await session.refresh();
    return session;
  }

  private constructor({ id, name, files, kept, building }: SessionParts) {
    this.files = files;
    this.#kept = kept instanceof KeptHistory ? kept : null;
    this.#opened = new OpenedDraft(this.#kept, id, files);
    const trouble = kept instanceof KeptHistory ? kept.lost : kept.trouble;
    const state = new SessionState(firstView(id, name, files, trouble === null ? [] : [trouble]));
    const draft = (): Draft | null => this.#opened.draft;
    this.#state = state;
    this.#edits = new Edits(files, state, () => this.#turned());
    this.#captures = new Captures({ files, state, edits: this.#edits, draft, restart: () => this.#restart() });
    this.#builds = new Builds({
      building,
      files,
      draft,
      show: (build) => state.set({ build }),
      stamped: () => this.refresh(),
      failed: (text, tone) => state.say({ tone, text, undo: null }),
    });
    this.beginnings = new Beginnings({
      files,
      state,
      edits: this.#edits,
      captures: this.#captures,
      run: (given, work) => this.#do(given, work),
      buildCurrent: () => this.#buildCurrent(),
    });
    this.#stops.push(
      files.onChange((change) => this.#edits.follow(change)),
      this.#kept?.onChange(({ draft: changed, source, revision }) => {
        if (changed === id && source === "elsewhere") {
          if (revision === null) {
            state.set({ troubles: [...this.view.troubles, sentences.deletedElsewhere] });
          }
          void this.refresh();
        }
      }) ?? ((): void => undefined),
    );
  }

  /** What is shown now. */
  get view(): View {
    return this.#state.view;
  }

  /** Calls `listener` with each new view, until the answer is called. */
  onChange(listener: (view: View) => void): () => void {
    return this.#state.onChange(listener);
  }

  /** Tells `follower`, until the answer is called. */
  follow(follower: SessionFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** The draft as it is open now, for its agent, and what tells of each stored change; `null`: there is no history. */
  get opened(): { readonly draft: Draft; readonly history: Pick<KeptHistory, "onChange"> } | null {
    const { draft } = this.#opened;
    return draft === null || this.#kept === null ? null : { draft, history: this.#kept };
  }

  /** Follows nothing any more. */
  close(): void {
    this.#builds.stop();
    clearTimeout(this.#looking);
    for (const stop of this.#stops) {
      stop();
    }
    this.#state.close();
    this.files.close();
  }

  /** Reads again what is shown of the history. */
  async refresh(): Promise<void> {
    const mine = ++this.#refreshes;
    // Edited files are looked at, so that what is offered is about them.
    const draft = this.view.edited ? this.#opened.draft : this.#opened.glance;
    if (draft === null) {
      return;
    }
    const { revision } = this.files;
    try {
      const read = await readHistory(draft, this.#kept?.history ?? null);
      if (mine === this.#refreshes) {
        this.#state.set(read);
        if (draft === this.#opened.draft && isUnchanged(read)) {
          // An agent's turn takes its checkpoints itself.
          this.#edits.captured(revision);
        }
      }
    } catch (thrown) {
      this.#state.say(bad(saying(thrown)));
    }
  }

  /** Looks at every file: a tab may have been closed between a write and its checkpoint. */
  async lookAtFiles(): Promise<void> {
    const draft = this.#opened.draft;
    try {
      await draft?.lastKnownGood();
      const current = (await draft?.checkpoints())?.find((row) => row.current);
      if (current?.actions.restore.offered === true) {
        this.#edits.differ();
      }
    } catch (thrown) {
      this.#state.say(bad(saying(thrown)));
    }
  }

  /** Notes what the editor shows that is not in its file; `null`: it shows what the file holds. */
  typed(path: string, bytes: Uint8Array | null): void {
    this.#edits.typed(path, bytes);
  }

  // Saving and checkpoints.

  /** Writes all that was typed, and takes a checkpoint of it. */
  saveAll(): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const written = await this.#edits.write();
      return written.size === 0 ? plain(sentences.nothingToSave) : this.#captures.written("edit", written);
    });
  }

  /** Saves, takes a checkpoint, and builds it. */
  saveAndRebuild(): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const written = await this.#edits.write();
      const status = await (written.size === 0
        ? this.#captures.all({ kind: "build" })
        : this.#captures.written("build", written));
      await this.#buildCurrent();
      return status;
    });
  }

  /** Takes a checkpoint under a person's own message, changed or not. */
  checkpoint(message: string): Promise<void> {
    return this.#do({ text: sentences.capturing }, async () => {
      await this.#edits.write();
      return this.#captures.all({ kind: "message", label: message });
    });
  }

  /** Takes a checkpoint of what a command or an agent changed. */
  captureEdit(paths: readonly string[], label: string): Promise<void> {
    return this.#do({ text: sentences.capturing }, () => this.#captures.paths(paths, label));
  }

  /** Does something with the files that ends in a checkpoint: `work` answers with the paths and the label. */
  edit(work: () => Promise<{ readonly paths: readonly string[]; readonly label: string }>): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const { paths, label } = await this.files.together(work);
      return this.#captures.paths(paths, label);
    });
  }

  // Going back.

  /** What going back would do; `null` when that cannot be said: the status says why. */
  async plan(make: (draft: Draft) => Promise<Plan>): Promise<Plan | null> {
    let plan: Plan | null = null;
    await this.#do({ text: sentences.comparing }, async () => {
      plan = await make(this.#opened.need());
      return undefined;
    });
    return plan;
  }

  /** Carries out a plan. */
  apply(plan: Plan): Promise<void> {
    return this.#do({ text: sentences.applying[plan.act], locks: true }, () =>
      this.#restore(() => this.#opened.need().apply(plan)),
    );
  }

  /** Ends a restore that was cut off. */
  recover(way: "finish" | "rollBack"): Promise<void> {
    return this.#do({ text: sentences.recovering, locks: true }, () =>
      this.#restore(() => this.#opened.need().recover(way)),
    );
  }

  // Building.

  /** Builds checkpoint `n`, or the current one, and stamps it with the verdict, however late that comes. */
  build(n: number | null = this.view.rows.find((row) => row.current)?.n ?? null): Promise<BuildOutcome | null> {
    return this.#builds.build(n);
  }

  /** Builds what passed before, so that its app can be seen. What was never built waits for a person. */
  async showApp(): Promise<void> {
    const current = this.view.rows.find((row) => row.current);
    if (current?.verdict?.result === "success" && this.view.interrupted === null) {
      await this.build(current.n);
    }
  }

  /** Builds what an agent's turn has left, so that its checkpoint has a verdict. */
  async buildTurn(): Promise<void> {
    const current = await this.#opened.current();
    if (current !== undefined && current.turn !== null && current.verdict === null) {
      await this.build(current.n);
    }
  }

  /** Ends the builds that are under way. */
  cancelBuild(): void {
    this.#builds.stop();
  }

  // Around all of it.

  /** Ends what is under way and can be ended. */
  cancel(): void {
    this.#state.stop();
  }

  /** Shows a sentence about what went wrong. */
  complain(text: string): void {
    this.#state.say(bad(text));
  }

  /** The sentence was read. */
  dismiss(): void {
    this.#state.say(null);
  }

  /** Asks the browser to keep what is stored. */
  async askToKeep(): Promise<void> {
    await askToPersist();
    await this.refresh();
  }

  /** Runs a `checkpoint …` command, with its words as a shell has split them: a person's, or that of an agent's turn. */
  async terminal(words: readonly string[], options: TerminalOptions = {}): Promise<TerminalResult> {
    let result: TerminalResult = { stdout: "", stderr: `${sentences.noHistoryHere}\n`, exitCode: 1, receipt: null };
    await this.#do({ text: sentences.running }, async () => {
      const draft = this.#opened.draft;
      if (draft !== null) {
        result = await this.files.restoring(() => draft.terminal(["checkpoint", ...words], options));
        await this.#noticeCapture();
        if (result.receipt !== null) {
          this.#wentBack(result.receipt);
        }
      }
      return undefined;
    });
    return result;
  }

  /** How elements look into checkpoints. */
  readonly reader = {
    diff: (request: Parameters<Draft["diff"]>[0]): ReturnType<Draft["diff"]> => this.#opened.need().diff(request),
    files: (n: number): ReturnType<Draft["files"]> => this.#opened.need().files(n),
    read: async (of: number | "files", path: string): Promise<Uint8Array> =>
      of === "files" ? (this.files.unsaved().get(path) ?? this.files.read(path)) : this.#opened.need().read(of, path),
  };

  async #restore(work: () => Promise<Receipt>): Promise<Status> {
    const receipt = await this.files.restoring(work);
    this.#edits.captured(this.files.revision);
    this.#wentBack(receipt);
    const way = receipt.undo?.command === "checkpoint redo" ? "redo" : "undo";
    return { tone: "good", text: receiptWords(receipt), undo: receipt.undo?.n ?? null, way };
  }

  #wentBack(receipt: Receipt): void {
    // A tree that was never built gets its verdict now; one that was shows its app again at once.
    void this.build(receipt.n);
    this.#followers.forEach((follower) => follower.restored(receipt));
  }

  /** Begins to build what the draft is on. */
  async #buildCurrent(): Promise<void> {
    void this.build((await this.#opened.current())?.n ?? null);
  }

  /** Notes that the files are those of a checkpoint, when a command has taken one. */
  async #noticeCapture(): Promise<void> {
    const { revision } = this.files;
    const current = (await this.#opened.current())?.n;
    if (current !== this.view.rows.find((row) => row.current)?.n) {
      this.#edits.captured(revision);
      if (this.view.status?.tone !== "bad") {
        // It is about the checkpoint before, and so is its Undo.
        this.dismiss();
      }
    }
  }

  /** What is offered is about the files as they are by now. */
  #turned(): void {
    clearTimeout(this.#looking);
    if (this.view.edited) {
      // Every file is looked at for that: not at the first letter, which a save may follow, and would have to wait.
      this.#looking = setTimeout(() => void this.refresh(), LOOK_MS);
    } else {
      void this.refresh();
    }
  }

  async #openDraft(): Promise<void> {
    try {
      await this.#opened.open();
    } catch (thrown) {
      // Such as a history that a newer version wrote.
      this.#state.set({ troubles: [...this.view.troubles, sentences.noHistory(saying(thrown))] });
    }
  }

  async #restart(): Promise<void> {
    await this.#kept?.restart();
    await this.#openDraft();
    this.#followers.forEach((follower) => follower.reopened());
  }

  #do(given: Partial<Busy> & { readonly text: string }, work: () => Promise<Status | undefined>): Promise<void> {
    return this.#state.run(given, work, async () => {
      this.#edits.show();
      await this.refresh();
    });
  }
}
