// One open draft: what is shown of it, and all that can be done with it. Knows no element.

import type { Building, BuildOutcome } from "../build/outcome.js";
import { type Copied, copyFiles } from "../drafts/copy-files.js";
import type { Source } from "../drafts/source.js";
import type { DraftFiles } from "../files/draft-files.js";
import { type Draft, type Plan, type Receipt, saying, type TerminalResult } from "../history.js";
import { sourceWords as copying } from "../words/home.js";
import { sentences } from "../words/session.js";
import { Builds } from "./builds.js";
import { Captures } from "./captures.js";
import { Edits } from "./edits.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";
import { bad, plain, SessionState, Stopped } from "./session-state.js";
import { askToPersist } from "./storage.js";
import type { Busy, Status, View } from "./view.js";

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
  readonly #kept: KeptHistory | null;
  readonly #state: SessionState;
  readonly #edits: Edits;
  readonly #captures: Captures;
  readonly #builds: Builds;
  readonly #stops: (() => void)[] = [];
  #draft: Draft | null = null;
  /** The same without its files: it answers for the checkpoint that the draft is on, without looking at every file. */
  #glance: Draft | null = null;
  #refreshes = 0;
  /** Counts the restores seen in the files. */
  #restores = 0;

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
    const fleeting = files.fleeting === null ? [] : [sentences.fleeting(files.fleeting)];
    const noHistory = kept instanceof KeptHistory ? [] : [kept.trouble];
    const state = new SessionState({
      id,
      name,
      files: files.list(),
      unsaved: new Set(),
      changedUnder: new Map(),
      edited: false,
      revision: files.revision,
      rows: [],
      lastKnownGood: null,
      interrupted: null,
      usage: null,
      build: { n: null, running: false, outcome: null },
      status: null,
      busy: null,
      troubles: [...fleeting, ...noHistory],
    });
    const draft = (): Draft | null => this.#draft;
    this.#state = state;
    this.#edits = new Edits(files, state, () => void this.refresh());
    this.#captures = new Captures({ files, state, edits: this.#edits, draft, restart: () => this.#restart() });
    this.#builds = new Builds({
      building,
      files,
      draft,
      show: (build) => state.set({ build }),
      stamped: () => this.refresh(),
      failed: (text, tone) => state.say({ tone, text, undo: null }),
    });
    this.#stops.push(
      files.onChange((change) => {
        this.#restores += change.by === "restore" ? 1 : 0;
        this.#edits.follow(change);
      }),
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

  /** Follows nothing any more. */
  close(): void {
    this.#builds.stop();
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
    const draft = this.view.edited ? this.#draft : this.#glance;
    if (draft === null) {
      return;
    }
    try {
      // The first looks at the files, where that is needed; the rows then know of it.
      const lastKnownGood = await draft.lastKnownGood();
      const [rows, interrupted, usage] = await Promise.all([
        draft.checkpoints(),
        draft.interrupted(),
        this.#kept?.history.usage() ?? null,
      ]);
      if (mine === this.#refreshes) {
        this.#state.set({ rows, lastKnownGood, interrupted, usage });
      }
    } catch (thrown) {
      this.#state.say(bad(saying(thrown)));
    }
  }

  /** Looks at every file: a tab may have been closed between a write and its checkpoint. */
  async lookAtFiles(): Promise<void> {
    const draft = this.#draft;
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

  /** Copies the first files, takes the first checkpoint and builds it. `false`: a person has stopped the copying. */
  async seed(source: Source): Promise<boolean> {
    let copied: Copied | null = null;
    await this.#do({ text: copying.copying, cancellable: true }, async () => {
      const stop = new AbortController();
      this.#state.stopBy(() => stop.abort(new Stopped(copying.stopped)));
      copied = await copyFiles(source, this.files, stop.signal, (done, of) => this.#state.progress(done, of));
      return undefined;
    });
    if (copied === null) {
      return false;
    }
    const { skipped, failed }: Copied = copied;
    const said = (skipped > 0 ? copying.skipped(skipped) : "") + (failed.length > 0 ? copying.failed(failed) : "");
    await this.#do({ text: sentences.capturing, cancellable: true }, async () => {
      const status = await this.#captures.all({ kind: "template", label: source.label });
      await this.#buildCurrent();
      return { ...status, text: status.text + said };
    });
    return true;
  }

  // Going back.

  /** What restoring checkpoint `n` would do; `null` when that cannot be said: the status says why. */
  async planRestore(n: number): Promise<Plan | null> {
    let plan: Plan | null = null;
    await this.#do({ text: sentences.comparing }, async () => {
      plan = await this.#need().planRestore(n);
      return undefined;
    });
    return plan;
  }

  /** Carries out a plan. */
  apply(plan: Plan): Promise<void> {
    return this.#do({ text: sentences.restoring, locks: true }, () => this.#restore(() => this.#need().apply(plan)));
  }

  /** Goes back to before the last restore, or to checkpoint `n`. */
  undo(n: number | null = this.view.status?.undo ?? null): Promise<void> {
    return this.#do({ text: sentences.undoing, locks: true }, async () => {
      if (n === null) {
        return bad(sentences.nothingToUndo);
      }
      const plan = await this.#need().planRestore(n);
      return plan.refused === null
        ? this.#restore(() => this.#need().apply(plan))
        : bad(`${plan.refused.message} ${plan.refused.hint}`);
    });
  }

  /** Ends a restore that was cut off. */
  recover(way: "finish" | "rollBack"): Promise<void> {
    return this.#do({ text: sentences.recovering, locks: true }, () => this.#restore(() => this.#need().recover(way)));
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

  /** Runs a `checkpoint …` command, with its words as a shell has split them. */
  async terminal(words: readonly string[]): Promise<TerminalResult> {
    let result: TerminalResult = { stdout: "", stderr: `${sentences.noHistoryHere}\n`, exitCode: 1 };
    await this.#do({ text: sentences.running }, async () => {
      const draft = this.#draft;
      if (draft !== null) {
        const before = this.#restores;
        result = await this.files.restoring(() => draft.terminal(words));
        await this.#noticeCapture();
        if (this.#restores !== before) {
          await this.#buildCurrent();
        }
      }
      return undefined;
    });
    return result;
  }

  /** How elements look into checkpoints. */
  readonly reader = {
    diff: (request: Parameters<Draft["diff"]>[0]): ReturnType<Draft["diff"]> => this.#need().diff(request),
    files: (n: number): ReturnType<Draft["files"]> => this.#need().files(n),
    read: async (of: number | "files", path: string): Promise<Uint8Array> =>
      of === "files" ? (this.files.unsaved().get(path) ?? this.files.read(path)) : this.#need().read(of, path),
  };

  async #restore(work: () => Promise<Receipt>): Promise<Status> {
    const receipt = await this.files.restoring(work);
    this.#edits.captured(this.files.revision);
    // A tree that was never built gets its verdict now; one that was shows its app again at once.
    void this.build(receipt.n);
    return { tone: "good", text: sentences.restored(receipt), undo: receipt.undo?.n ?? null };
  }

  /** Begins to build what the draft is on. Asked anew: what is shown may be older than what was just taken. */
  async #buildCurrent(): Promise<void> {
    const rows = (await this.#glance?.checkpoints()) ?? [];
    void this.build(rows.find((row) => row.current)?.n ?? null);
  }

  /** Notes that the files are those of a checkpoint, when a command has taken one. */
  async #noticeCapture(): Promise<void> {
    const { revision } = this.files;
    const current = (await this.#glance?.checkpoints())?.find((row) => row.current)?.n;
    if (current !== this.view.rows.find((row) => row.current)?.n) {
      this.#edits.captured(revision);
    }
  }

  async #openDraft(): Promise<void> {
    try {
      const { id } = this.view;
      this.#draft = (await this.#kept?.history.draft(id, { workspace: this.files.workspace })) ?? null;
      this.#glance = (await this.#kept?.history.draft(id)) ?? null;
    } catch (thrown) {
      // Such as a history that a newer version wrote.
      this.#state.set({ troubles: [...this.view.troubles, sentences.noHistory(saying(thrown))] });
    }
  }

  async #restart(): Promise<void> {
    await this.#kept?.restart();
    await this.#openDraft();
  }

  #need(): Draft {
    if (this.#draft === null) {
      throw new Error(sentences.noHistoryHere);
    }
    return this.#draft;
  }

  #do(given: Partial<Busy> & { readonly text: string }, work: () => Promise<Status | undefined>): Promise<void> {
    return this.#state.run(given, work, async () => {
      this.#edits.show();
      await this.refresh();
    });
  }
}
