// One open draft: what is shown of it, and all that can be done with it. Knows no element.

import type { BuildOutcome, Building } from "../build/outcome.js";
import { type ChangedBy, DraftFiles, type FilesChange } from "../files/draft-files.js";
import {
  type CaptureRequest,
  type Diff,
  type DiffRequest,
  type Draft,
  type HeldFile,
  type History,
  isConflict,
  type Plan,
  type Receipt,
  saying,
  type TerminalResult,
} from "../history.js";
import { sentences } from "../words/session.js";
import { CheckpointFiles } from "./checkpoint-files.js";
import { Outcomes } from "./outcomes.js";
import { Queue } from "./queue.js";
import { askToPersist } from "./storage.js";
import type { Busy, Status, View } from "./view.js";

/** The history, or why there is none. */
export type HistoryOrTrouble = { readonly history: History } | { readonly trouble: string };

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly name: string;
  readonly files: DraftFiles;
  readonly kept: HistoryOrTrouble;
  readonly building: Building;
}

/** One open draft. Every verb ends: what went wrong is in the view's status. */
export class Session {
  readonly files: DraftFiles;
  readonly #history: History | null;
  readonly #draft: Draft | null;
  readonly #building: Building;
  readonly #queue = new Queue();
  readonly #listeners = new Set<(view: View) => void>();
  readonly #outcomes = new Outcomes();
  readonly #held: CheckpointFiles | null;
  readonly #stops: (() => void)[] = [];
  #view: View;
  /** Ends the build that is under way. */
  #stopBuild: AbortController | null = null;
  #refreshes = 0;
  /** Counts the restores seen in the files. */
  #restores = 0;

  /** Opens a draft. Without a history the editor still works. */
  static async open(parts: SessionParts): Promise<Session> {
    const { kept, files, id } = parts;
    const troubles = files.fleeting === null ? [] : [sentences.fleeting(files.fleeting)];
    let draft: Draft | null = null;
    if ("trouble" in kept) {
      troubles.push(kept.trouble);
    } else {
      try {
        draft = await kept.history.draft(id, { workspace: files.workspace });
      } catch (thrown) {
        // Such as a history that a newer version wrote.
        troubles.push(sentences.noHistory(saying(thrown)));
      }
    }
    const session = new Session(parts, draft, troubles);
    await session.refresh();
    return session;
  }

  private constructor({ id, name, files, kept, building }: SessionParts, draft: Draft | null, troubles: string[]) {
    this.files = files;
    this.#draft = draft;
    this.#building = building;
    this.#history = "history" in kept ? kept.history : null;
    this.#held = draft === null ? null : new CheckpointFiles(draft);
    this.#view = {
      id,
      name,
      files: files.list(),
      unsaved: new Set(),
      changedUnder: new Map(),
      rows: [],
      lastKnownGood: null,
      interrupted: null,
      usage: null,
      persisted: null,
      build: { n: null, running: false, outcome: null, files: new Map() },
      status: null,
      busy: null,
      troubles,
    };
    this.#stops.push(files.onChange((change) => this.#filesChanged(change)));
    this.#stops.push(
      this.#history?.onChange((change) => {
        if (change.draft === id && change.source === "elsewhere") {
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
    this.#stopBuild?.abort();
    for (const stop of this.#stops) {
      stop();
    }
    this.#listeners.clear();
    this.files.close();
  }

  /** Reads again what is shown of the history. */
  async refresh(): Promise<void> {
    const mine = ++this.#refreshes;
    if (this.#draft === null) {
      return;
    }
    try {
      const [rows, lastKnownGood, interrupted, usage] = await Promise.all([
        this.#draft.checkpoints(),
        this.#draft.lastKnownGood(),
        this.#draft.interrupted(),
        this.#history?.usage() ?? null,
      ]);
      if (mine === this.#refreshes) {
        this.#set({ rows, lastKnownGood, interrupted, usage, persisted: usage?.persisted ?? null });
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
    return this.#do(sentences.saving, async () => {
      const paths = await this.#writeUnsaved();
      return paths.length === 0 ? plain(sentences.nothingToSave) : this.#captureChanges(paths, sentences.edited(paths));
    });
  }

  /** Saves, takes a checkpoint, and builds it. */
  saveAndRebuild(): Promise<void> {
    return this.#do(sentences.saving, async () => {
      await this.#writeUnsaved();
      const status = await this.#capture({ kind: "build" });
      void this.build();
      return status;
    });
  }

  /** Takes a checkpoint under a person's own message, changed or not. */
  checkpoint(message: string): Promise<void> {
    return this.#do(sentences.capturing, async () => {
      await this.#writeUnsaved();
      return this.#capture({ kind: "message", label: message });
    });
  }

  /** Takes a checkpoint of what a command or an agent changed. */
  captureEdit(paths: readonly string[], label: string): Promise<void> {
    return this.#do(sentences.capturing, () => this.#captureChanges(paths, label));
  }

  /** Takes the first checkpoint of a draft whose files were just put there. */
  captureSeed(label: string): Promise<void> {
    return this.#do(sentences.capturing, () => this.#capture({ kind: "template", label }));
  }

  // Going back.

  /** What restoring checkpoint `n` would do; `null` when that cannot be said: the status says why. */
  async planRestore(n: number): Promise<Plan | null> {
    let plan: Plan | null = null;
    await this.#do(sentences.comparing, async () => {
      plan = (await this.#draft?.planRestore(n)) ?? null;
      return undefined;
    });
    return plan;
  }

  /** Carries out a plan. */
  apply(plan: Plan): Promise<void> {
    return this.#do(sentences.restoring, async () => {
      const draft = this.#draft;
      return draft === null ? undefined : this.#restored(await this.files.restoring(() => draft.apply(plan)));
    });
  }

  /** Goes back to before the last restore, or to checkpoint `n`. */
  undo(n: number | null = this.#view.status?.undo ?? null): Promise<void> {
    return this.#do(sentences.undoing, async () => {
      const draft = this.#draft;
      if (n === null || draft === null) {
        return bad(sentences.nothingToUndo);
      }
      const plan = await draft.planRestore(n);
      if (plan.refused !== null) {
        return bad(`${plan.refused.message} ${plan.refused.hint}`);
      }
      return this.#restored(await this.files.restoring(() => draft.apply(plan)));
    });
  }

  /** Ends a restore that was cut off. */
  recover(way: "finish" | "rollBack"): Promise<void> {
    return this.#do(sentences.recovering, async () => {
      const draft = this.#draft;
      return draft === null ? undefined : this.#restored(await this.files.restoring(() => draft.recover(way)));
    });
  }

  // Building.

  /** Builds checkpoint `n`, or the current one, and stamps it with the verdict, however late that comes. */
  async build(n: number | null = this.#view.rows.find((row) => row.current)?.n ?? null): Promise<BuildOutcome | null> {
    this.#stopBuild?.abort();
    const stop = new AbortController();
    this.#stopBuild = stop;
    this.#set({ build: { ...this.#view.build, n, running: true } });
    try {
      const { files, outcome } = await this.#compile(n, stop.signal);
      if (this.#stopBuild === stop) {
        this.#set({ build: { n, running: false, outcome, files } });
      }
      return outcome;
    } catch (thrown) {
      if (this.#stopBuild === stop) {
        this.#set({ build: { ...this.#view.build, running: false } });
        this.#say(stop.signal.aborted ? plain(sentences.buildStopped) : bad(saying(thrown)));
      }
      return null;
    } finally {
      if (this.#stopBuild === stop) {
        this.#stopBuild = null;
      }
    }
  }

  /** Ends what is under way and can be ended. */
  cancel(): void {
    this.#stopBuild?.abort();
  }

  // Reading, for elements that ask through their page.

  /** Runs a `checkpoint …` command, with its words as a shell has split them. */
  async terminal(words: readonly string[]): Promise<TerminalResult> {
    let result: TerminalResult = { stdout: "", stderr: `${sentences.noHistoryHere}\n`, exitCode: 1 };
    await this.#do(sentences.running, async () => {
      const draft = this.#draft;
      if (draft !== null) {
        const before = this.#restores;
        result = await this.files.restoring(() => draft.terminal(words));
        if (this.#restores !== before) {
          void this.build();
        }
      }
      return undefined;
    });
    return result;
  }

  /** What differs. */
  diff(request: DiffRequest): Promise<Diff> {
    return this.#need().diff(request);
  }

  /** The files of checkpoint `n`. */
  heldFiles(n: number): Promise<HeldFile[]> {
    return this.#need().files(n);
  }

  /** One file of checkpoint `n`. */
  readHeld(n: number, path: string): Promise<Uint8Array> {
    return this.#need().read(n, path);
  }

  async #compile(
    n: number | null,
    signal: AbortSignal,
  ): Promise<{ files: ReadonlyMap<string, Uint8Array>; outcome: BuildOutcome }> {
    if (n === null || this.#draft === null || this.#held === null) {
      const files = await this.files.readAll();
      return { files, outcome: await this.#building.build(files, signal) };
    }
    // What the checkpoint holds, not what the files are by now: the verdict is about exactly these bytes.
    const { files, key } = await this.#held.read(n, signal);
    const outcome = this.#outcomes.get(key) ?? (await this.#building.build(files, signal));
    signal.throwIfAborted();
    this.#outcomes.put(key, outcome);
    const errors = outcome.errors.length;
    const message = outcome.errors[0]?.text;
    await this.#draft.stamp(
      n,
      outcome.ok
        ? { result: "success" }
        : { result: "failed", errors, ...(message === undefined ? {} : { message: message.slice(0, 500) }) },
    );
    await this.refresh();
    return { files, outcome };
  }

  async #restored(receipt: Receipt): Promise<Status> {
    await this.refresh();
    // A tree that was never built gets its verdict now; one that was shows its app again at once.
    void this.build();
    return { tone: "good", text: sentences.restored(receipt), undo: receipt.undo?.n ?? null };
  }

  async #capture(request: CaptureRequest): Promise<Status> {
    if (this.#draft === null) {
      return plain(sentences.savedWithoutCheckpoint);
    }
    const { message, checkpoint, warnings } = await this.#draft.capture(request);
    if (checkpoint !== null && this.#view.persisted !== true) {
      // Asked now, when there is something to lose. The answer is shown in the storage panel.
      this.#set({ persisted: await askToPersist() });
    }
    return { tone: warnings.length > 0 ? "plain" : "good", text: message, undo: null };
  }

  /** Only what changed is given, so that the cost follows the edit; where another tab was faster, all files are looked at. */
  async #captureChanges(paths: readonly string[], label: string): Promise<Status> {
    const first = this.#view.rows.length === 0;
    if (first || paths.length > MOST_CHANGES) {
      return this.#capture({ kind: "edit", label });
    }
    const changes = new Map<string, Uint8Array | null>();
    for (const path of paths) {
      changes.set(path, this.files.has(path) ? await this.files.read(path) : null);
    }
    try {
      return await this.#capture({ kind: "edit", label, changes });
    } catch (thrown) {
      if (isConflict(thrown)) {
        return this.#capture({ kind: "edit", label });
      }
      throw thrown;
    }
  }

  /** Writes what was typed into its files. The answer is their paths. */
  async #writeUnsaved(): Promise<string[]> {
    const written: string[] = [];
    await this.files.together(async () => {
      for (const [path, bytes] of [...this.files.unsaved()]) {
        await this.files.write(path, bytes, "editor");
        // What was typed while it was written stays unsaved.
        if (this.files.unsaved().get(path) === bytes) {
          this.files.dropUnsaved(path);
        }
        this.#forgetUnder(path);
        written.push(path);
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
    if (by !== "editor") {
      for (const path of this.files.unsaved().keys()) {
        if (paths === "all" || paths.includes(path)) {
          changedUnder.set(path, by);
        }
      }
    }
    this.#set({ files: this.files.list(), unsaved: new Set(this.files.unsaved().keys()), changedUnder });
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
    if (unsaved.size !== shown.size || [...unsaved.keys()].some((path) => !shown.has(path))) {
      this.#set({ unsaved: new Set(unsaved.keys()) });
    }
  }

  #need(): Draft {
    if (this.#draft === null) {
      throw new Error(sentences.noHistoryHere);
    }
    return this.#draft;
  }

  /** In its turn: says that it is busy, works, says what came of it. */
  #do(text: string, work: (busy: (busy: Partial<Busy>) => void) => Promise<Status | undefined>): Promise<void> {
    return this.#queue.run(async () => {
      const busy: Busy = { text, done: null, of: null, cancellable: false };
      this.#set({ busy });
      try {
        const status = await work((change) => this.#set({ busy: { ...busy, ...change } }));
        if (status !== undefined) {
          this.#say(status);
        }
      } catch (thrown) {
        this.#say(bad(saying(thrown)));
      }
      await this.refresh();
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

/** With more files than this, all are looked at: their bytes would cross to the worker in one message. */
const MOST_CHANGES = 200;

function bad(text: string): Status {
  return { tone: "bad", text, undo: null };
}

function plain(text: string): Status {
  return { tone: "plain", text, undo: null };
}
