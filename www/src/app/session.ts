// One open draft: what is shown of it, and all that can be done with it. Knows no element.

import type { Building, BuildOutcome } from "../build/outcome.js";
import { type Copied, copyFiles } from "../drafts/copy-files.js";
import type { Source } from "../drafts/source.js";
import { type ChangedBy, type DraftFiles, type FilesChange } from "../files/draft-files.js";
import {
  type CaptureRequest,
  type Draft,
  isConflict,
  type Plan,
  type Receipt,
  saying,
  type TerminalResult,
} from "../history.js";
import { sourceWords as copying } from "../words/home.js";
import { sentences } from "../words/session.js";
import { Builds } from "./builds.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";
import { Queue } from "./queue.js";
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

/** With more files than this, all are looked at: their bytes would cross to the worker in one message. */
const MOST_CHANGES = 200;
/** How often long work says how far it is. */
const TELL_MS = 150;

/** Thrown by what a person has stopped. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

/** One open draft. Every verb ends well: what went wrong is in the view's status. */
export class Session {
  readonly files: DraftFiles;
  readonly #kept: KeptHistory | null;
  readonly #builds: Builds;
  readonly #queue = new Queue();
  readonly #listeners = new Set<(view: View) => void>();
  readonly #stops: (() => void)[] = [];
  #draft: Draft | null = null;
  /** The same without its files: it answers for the checkpoint that the draft is on, without looking at every file. */
  #glance: Draft | null = null;
  #view: View;
  /** Ends the other work that is under way, where that can be done. */
  #stopWork: (() => void) | null = null;
  #refreshes = 0;
  /** Counts the restores seen in the files. */
  #restores = 0;
  /** The files' revision that the current checkpoint is known to hold. */
  #captured: number;

  /** Opens a draft. Without a history the editor still works. */
  static async open(parts: SessionParts): Promise<Session> {
    const session = new Session(parts);
    await session.#openDraft();
    await session.refresh();
    return session;
  }

  private constructor({ id, name, files, kept, building }: SessionParts) {
    this.files = files;
    this.#builds = new Builds({
      building,
      files,
      draft: () => this.#draft,
      show: (build) => this.#set({ build }),
      stamped: () => this.refresh(),
      failed: (text, tone) => this.#say({ tone, text, undo: null }),
    });
    this.#kept = kept instanceof KeptHistory ? kept : null;
    this.#captured = files.revision;
    this.#view = {
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
      troubles: [
        ...(files.fleeting === null ? [] : [sentences.fleeting(files.fleeting)]),
        ...(kept instanceof KeptHistory ? [] : [kept.trouble]),
      ],
    };
    this.#stops.push(files.onChange((change) => this.#filesChanged(change)));
    this.#stops.push(
      this.#kept?.onChange((change) => {
        if (change.draft === id && change.source === "elsewhere") {
          if (change.revision === null) {
            this.#set({ troubles: [...this.#view.troubles, sentences.deletedElsewhere] });
          }
          void this.refresh();
        }
      }) ?? ((): void => undefined),
    );
  }

  /** What is shown now. */
  get view(): View {
    return this.#view;
  }

  /** Calls `listener` with each new view, until the answer is called. */
  onChange(listener: (view: View) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows nothing any more. */
  close(): void {
    this.#builds.stop();
    for (const stop of this.#stops) {
      stop();
    }
    this.#listeners.clear();
    this.files.close();
  }

  /** Reads again what is shown of the history. */
  async refresh(): Promise<void> {
    const mine = ++this.#refreshes;
    // Edited files are looked at, so that what is offered is about them.
    const draft = this.#view.edited ? this.#draft : this.#glance;
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
        this.#set({ rows, lastKnownGood, interrupted, usage });
      }
    } catch (thrown) {
      this.#say(bad(saying(thrown)));
    }
  }

  // What is typed.

  /** Notes what the editor shows that is not in its file; `null`: it shows what the file holds. */
  typed(path: string, bytes: Uint8Array | null): void {
    if (bytes === null) {
      this.files.dropUnsaved(path);
      this.#forgetUnder(path);
    } else {
      this.files.setUnsaved(path, bytes);
    }
    this.#showUnsaved();
  }

  // Saving and checkpoints.

  /** Writes all that was typed, and takes a checkpoint of it. */
  saveAll(): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const written = await this.#writeUnsaved();
      return written.size === 0 ? plain(sentences.nothingToSave) : this.#captureWritten("edit", written);
    });
  }

  /** Saves, takes a checkpoint, and builds it. */
  saveAndRebuild(): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const written = await this.#writeUnsaved();
      const status =
        written.size === 0 ? await this.#capture({ kind: "build" }) : await this.#captureWritten("build", written);
      await this.#buildCurrent();
      return status;
    });
  }

  /** Takes a checkpoint under a person's own message, changed or not. */
  checkpoint(message: string): Promise<void> {
    return this.#do({ text: sentences.capturing }, async () => {
      await this.#writeUnsaved();
      return this.#capture({ kind: "message", label: message });
    });
  }

  /** Takes a checkpoint of what a command, the tree or an agent changed. */
  captureEdit(paths: readonly string[], label: string): Promise<void> {
    return this.#do({ text: sentences.capturing }, () => this.#capturePaths(paths, label));
  }

  /** Copies the first files, takes the first checkpoint and builds it. `false`: a person has stopped the copying. */
  async seed(source: Source): Promise<boolean> {
    let copied: Copied | null = null;
    await this.#do({ text: copying.copying, cancellable: true }, async () => {
      const stop = new AbortController();
      this.#stopWork = () => stop.abort(new Stopped());
      copied = await copyFiles(source, this.files, stop.signal, (done, of) => this.#progress(done, of));
      return undefined;
    });
    if (copied === null) {
      return false;
    }
    const { skipped, failed }: Copied = copied;
    const said = (skipped > 0 ? copying.skipped(skipped) : "") + (failed.length > 0 ? copying.failed(failed) : "");
    await this.#do({ text: sentences.capturing, cancellable: true }, async () => {
      const status = await this.#capture({ kind: "template", label: source.label });
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
  undo(n: number | null = this.#view.status?.undo ?? null): Promise<void> {
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
  build(n: number | null = this.#view.rows.find((row) => row.current)?.n ?? null): Promise<BuildOutcome | null> {
    return this.#builds.build(n);
  }

  /** Builds what the files are, so that the app can be seen, unless it was never built: then that waits for a person. */
  async showApp(): Promise<void> {
    const current = this.#view.rows.find((row) => row.current);
    if (current?.verdict?.result === "success" && this.#view.interrupted === null) {
      await this.build(current.n);
    }
  }

  /** Shows a sentence about what went wrong. */
  complain(text: string): void {
    this.#say(bad(text));
  }

  /** Ends what is under way and can be ended. */
  cancel(): void {
    this.#stopWork?.();
  }

  /** Ends the build that is under way. */
  cancelBuild(): void {
    this.#builds.stop();
  }

  /** The sentence was read. */
  dismiss(): void {
    this.#set({ status: null });
  }

  /** Asks the browser to keep what is stored. */
  async askToKeep(): Promise<void> {
    await askToPersist();
    await this.refresh();
  }

  /** Does something with the files that ends in a checkpoint: `work` answers with the paths and the label. */
  edit(work: () => Promise<{ readonly paths: readonly string[]; readonly label: string }>): Promise<void> {
    return this.#do({ text: sentences.saving }, async () => {
      const { paths, label } = await this.files.together(work);
      return this.#capturePaths(paths, label);
    });
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
        await this.refresh();
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

  async #openDraft(): Promise<void> {
    try {
      const { id } = this.#view;
      this.#draft = (await this.#kept?.history.draft(id, { workspace: this.files.workspace })) ?? null;
      this.#glance = (await this.#kept?.history.draft(id)) ?? null;
    } catch (thrown) {
      // Such as a history that a newer version wrote.
      this.#set({ troubles: [...this.#view.troubles, sentences.noHistory(saying(thrown))] });
    }
  }

  /** Notes that the files are those of a checkpoint, when a command has taken one. */
  async #noticeCapture(): Promise<void> {
    const { revision } = this.files;
    const current = (await this.#glance?.checkpoints())?.find((row) => row.current)?.n;
    if (current !== this.#view.rows.find((row) => row.current)?.n) {
      this.#captured = revision;
      this.#showUnsaved();
    }
  }

  /** Begins to build what the draft is on. Asked anew: what is shown may be older than what was just taken. */
  async #buildCurrent(): Promise<void> {
    const rows = (await this.#glance?.checkpoints()) ?? [];
    void this.build(rows.find((row) => row.current)?.n ?? null);
  }

  async #restore(work: () => Promise<Receipt>): Promise<Status> {
    const receipt = await this.files.restoring(work);
    this.#captured = this.files.revision;
    this.#showUnsaved();
    await this.refresh();
    // A tree that was never built gets its verdict now; one that was shows its app again at once.
    void this.build(receipt.n);
    return { tone: "good", text: sentences.restored(receipt), undo: receipt.undo?.n ?? null };
  }

  async #capture(request: CaptureRequest): Promise<Status> {
    const draft = this.#draft;
    if (draft === null) {
      return plain(sentences.savedWithoutCheckpoint);
    }
    const revision = this.files.revision;
    const { message, checkpoint, warnings } = await this.#orStop(() => draft.capture(request));
    this.#captured = revision;
    if (checkpoint !== null && this.#view.usage?.persisted === false) {
      // Asked when there is something to lose. The answer is shown in the storage panel.
      await askToPersist();
    }
    this.#showUnsaved();
    await this.refresh();
    return { tone: warnings.length > 0 ? "plain" : "good", text: message, undo: null };
  }

  /** A checkpoint of exactly what was written, whatever was typed since. */
  #captureWritten(kind: "edit" | "build", written: ReadonlyMap<string, Uint8Array>): Promise<Status> {
    return this.#captureChanges({ kind, label: sentences.edited([...written.keys()]), changes: written });
  }

  /** A checkpoint of what is at `paths` now. */
  async #capturePaths(paths: readonly string[], label: string): Promise<Status> {
    if (paths.length > MOST_CHANGES) {
      return this.#capture({ kind: "edit", label });
    }
    const changes = new Map<string, Uint8Array | null>();
    for (const path of paths) {
      changes.set(path, this.files.has(path) ? await this.files.read(path) : null);
    }
    return this.#captureChanges({ kind: "edit", label, changes });
  }

  /** Only what changed is given, so that the cost follows the edit; where another tab was faster, all files are looked at. */
  async #captureChanges({ kind, label, changes }: Required<Omit<CaptureRequest, "files" | "turn">>): Promise<Status> {
    if (this.#view.rows.length === 0) {
      return this.#capture({ kind, label });
    }
    try {
      return await this.#capture({ kind, label, changes });
    } catch (thrown) {
      if (isConflict(thrown)) {
        return this.#capture({ kind, label });
      }
      throw thrown;
    }
  }

  /** Writes what was typed into its files. The answer is what was written. */
  async #writeUnsaved(): Promise<ReadonlyMap<string, Uint8Array>> {
    const written = new Map<string, Uint8Array>();
    await this.files.together(async () => {
      for (const [path, bytes] of [...this.files.unsaved()]) {
        await this.files.write(path, bytes, "editor");
        // What was typed while it was written stays unsaved.
        if (this.files.unsaved().get(path) === bytes) {
          this.files.dropUnsaved(path);
        }
        this.#forgetUnder(path);
        written.set(path, bytes);
      }
    });
    this.#showUnsaved();
    return written;
  }

  #filesChanged({ paths, by }: FilesChange): void {
    const changedUnder = new Map(this.#view.changedUnder);
    if (by === "restore") {
      this.#restores += 1;
    }
    if (by === "elsewhere" && !this.#view.edited) {
      // The other tab takes the checkpoint of what it changed.
      this.#captured = this.files.revision;
    }
    if (by !== "editor") {
      for (const path of this.files.unsaved().keys()) {
        if (paths === "all" || paths.includes(path)) {
          changedUnder.set(path, by);
        }
      }
    }
    this.#set({ files: this.files.list(), changedUnder });
    this.#showUnsaved();
  }

  #forgetUnder(path: string): void {
    if (this.#view.changedUnder.has(path)) {
      const changedUnder = new Map<string, ChangedBy>(this.#view.changedUnder);
      changedUnder.delete(path);
      this.#set({ changedUnder });
    }
  }

  #showUnsaved(): void {
    const unsaved = this.files.unsaved();
    const shown = this.#view.unsaved;
    const same = unsaved.size === shown.size && [...unsaved.keys()].every((path) => shown.has(path));
    const { revision } = this.files;
    const edited = unsaved.size > 0 || revision !== this.#captured;
    const turned = edited !== this.#view.edited;
    if (!same || turned || revision !== this.#view.revision) {
      this.#set({ unsaved: same ? shown : new Set(unsaved.keys()), edited, revision });
    }
    if (turned) {
      void this.refresh();
    }
  }

  #need(): Draft {
    if (this.#draft === null) {
      throw new Error(sentences.noHistoryHere);
    }
    return this.#draft;
  }

  /** Waits for `work` of the history, unless a person stops it: then the history starts anew, without what was half done. */
  async #orStop<Result>(work: () => Promise<Result>): Promise<Result> {
    const kept = this.#kept;
    if (kept === null || this.#view.busy?.cancellable !== true) {
      return work();
    }
    const stopped = new Promise<never>((_, reject) => {
      this.#stopWork = () => reject(new Stopped());
    });
    const read = this.files.readByHistory;
    const timer = setInterval(() => {
      const of = this.files.list().length;
      this.#progress(Math.min(this.files.readByHistory - read, of), of);
    }, TELL_MS);
    try {
      return await Promise.race([work(), stopped]);
    } catch (thrown) {
      if (thrown instanceof Stopped) {
        await kept.restart();
        await this.#openDraft();
      }
      throw thrown;
    } finally {
      clearInterval(timer);
      this.#stopWork = null;
    }
  }

  #progress(done: number, of: number | null): void {
    if (this.#view.busy !== null) {
      this.#set({ busy: { ...this.#view.busy, done, of } });
    }
  }

  /** In its turn: says that it is busy, works, says what came of it. */
  #do(given: Partial<Busy> & { readonly text: string }, work: () => Promise<Status | undefined>): Promise<void> {
    return this.#queue.run(async () => {
      this.#set({ busy: { done: null, of: null, cancellable: false, locks: false, ...given } });
      try {
        const status = await work();
        if (status !== undefined) {
          this.#say(status);
        }
      } catch (thrown) {
        this.#say(thrown instanceof Stopped ? plain(sentences.captureStopped) : bad(saying(thrown)));
        await this.refresh();
      }
      this.#stopWork = null;
      this.#showUnsaved();
      this.#set({ busy: null });
    });
  }

  #say(status: Status): void {
    this.#set({ status });
  }

  #set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of [...this.#listeners]) {
      listener(this.#view);
    }
  }
}

function bad(text: string): Status {
  return { tone: "bad", text, undo: null };
}

function plain(text: string): Status {
  return { tone: "plain", text, undo: null };
}
