// One open draft: what is known of it, and what can be done with it. No DOM.

import {
  type CaptureKind,
  type Draft,
  type Files,
  type History,
  openFiles,
  type Plan,
  saying,
  type Verdict,
} from "./history.js";
import { withUnsaved } from "./draft-workspace.js";
import { readText, writeText } from "./text-file.js";
import { bad, good, type Status, type View } from "./view.js";
import { receiptWords } from "./words.js";

/** Why there is no history, in its place. */
export type HistoryOrTrouble = { readonly history: History } | { readonly trouble: string };

export class Session {
  view: View;
  readonly #files: Files;
  readonly #draft: Draft | null;
  readonly #show: (view: View) => void;
  readonly #stop: () => void;
  #history: History | null = null;
  #unsaved: { path: string; bytes: Uint8Array } | null = null;

  /** Opens a draft. Without a history the editor still works. */
  static async open(id: string, kept: HistoryOrTrouble, show: (view: View) => void): Promise<Session> {
    const { files, fleeting } = await openFiles(id);
    const troubles = fleeting === null ? [] : [`The files live only as long as this page: ${fleeting}`];
    if ("trouble" in kept) {
      troubles.push(kept.trouble);
      return new Session(id, files, null, null, troubles, show);
    }
    let session: Session | undefined;
    const workspace = withUnsaved(files, () => session?.unsavedText() ?? new Map());
    try {
      const draft = await kept.history.draft(id, { workspace });
      session = new Session(id, files, draft, kept.history, troubles, show);
    } catch (thrown) {
      // Such as a history that a newer version wrote.
      session = new Session(id, files, null, null, [...troubles, saying(thrown)], show);
    }
    return session;
  }

  private constructor(
    id: string,
    files: Files,
    draft: Draft | null,
    history: History | null,
    troubles: readonly string[],
    show: (view: View) => void,
  ) {
    this.#files = files;
    this.#draft = draft;
    this.#history = history;
    this.#show = show;
    const nothing = { rows: [], good: null, interrupted: null, usage: null, opened: null, status: null, busy: null };
    this.view = { id, paths: [], troubles, ...nothing };
    this.#stop =
      history?.onChange((change) => {
        if (change.draft === id && change.source === "elsewhere") {
          void this.refresh();
        }
      }) ?? ((): void => undefined);
  }

  /** Stops following the history. */
  close(): void {
    this.#stop();
  }

  /** Reads everything that the page shows again. */
  async refresh(): Promise<void> {
    const paths = (await this.#files.list()).map(({ path }) => path).sort();
    this.#set({ paths });
    await this.#reopen();
    if (this.#draft !== null) {
      const draft = this.#draft;
      const [rows, good, interrupted] = await Promise.all([
        draft.checkpoints(),
        draft.lastKnownGood(),
        draft.interrupted(),
      ]);
      this.#set({ rows, good, interrupted, usage: (await this.#history?.usage()) ?? null });
    }
  }

  /** Puts the first files into an empty draft, and takes its first checkpoint. */
  seed(files: ReadonlyMap<string, Uint8Array | string>, label: string): Promise<void> {
    return this.#do("Copying the files…", async () => {
      const encoder = new TextEncoder();
      let written = 0;
      for (const [path, content] of files) {
        await this.#files.write(path, typeof content === "string" ? encoder.encode(content) : content);
        if (++written % 200 === 0) {
          this.#set({ busy: `Copying the files… ${written} of ${files.size}` });
        }
      }
      return this.#capture("template", label);
    });
  }

  /** Shows a file in the editor. */
  async open(path: string): Promise<void> {
    this.#unsaved = null;
    this.#set({ opened: { path, file: readText(await this.#files.read(path)) } });
  }

  /** Notes what is typed; it is part of what a restore saves first. */
  type(text: string): void {
    const { opened } = this.view;
    if (opened?.file.kind === "text") {
      this.#unsaved = { path: opened.path, bytes: writeText(text, opened.file.lineEnd) };
    }
  }

  /** What is typed and not saved. */
  unsavedText(): Map<string, Uint8Array> {
    return new Map(this.#unsaved === null ? [] : [[this.#unsaved.path, this.#unsaved.bytes]]);
  }

  /** Saves what was typed, and takes a checkpoint of it. */
  save(): Promise<void> {
    return this.#do("Saving…", async () => {
      const path = await this.#writeUnsaved();
      return path === null ? good("There was nothing to save.") : this.#capture("edit", `Edit ${path}`);
    });
  }

  /** Takes a checkpoint under a person's own message. */
  checkpoint(message: string): Promise<void> {
    return this.#do("Taking a checkpoint…", async () => {
      await this.#writeUnsaved();
      return this.#capture("message", message);
    });
  }

  /** Notes a build's verdict. */
  stamp(n: number, verdict: Verdict): Promise<void> {
    return this.#do("Stamping…", async () => {
      await this.#draft?.stamp(n, verdict);
      return good(`Checkpoint ${n} ${verdict.result === "success" ? "passed" : "failed"}.`);
    });
  }

  /** What restoring would do, or `null` when that cannot be said; the status then says why. */
  async plan(n: number): Promise<Plan | null> {
    let plan: Plan | null = null;
    await this.#do("Comparing files…", async () => {
      plan = (await this.#draft?.planRestore(n)) ?? null;
      return this.view.status;
    });
    return plan;
  }

  /** Restores. */
  apply(plan: Plan): Promise<void> {
    return this.#do("Restoring…", () => this.#apply(plan));
  }

  /** Undoes a restore. */
  undo(n: number): Promise<void> {
    return this.#do("Undoing…", async () => {
      const plan = await this.#draft?.planRestore(n);
      if (plan === undefined || plan.refused !== null) {
        return bad(plan?.refused?.message ?? "There is no history.");
      }
      return this.#apply(plan);
    });
  }

  /** Ends a restore that was cut off. */
  recover(way: "finish" | "rollBack"): Promise<void> {
    return this.#do("Putting the files right…", async () => {
      const receipt = await this.#draft?.recover(way);
      this.#unsaved = null;
      return receipt === undefined ? null : good(receiptWords(receipt));
    });
  }

  /** Runs a command line; the answer is what it printed. */
  async command(line: string): Promise<string> {
    let printed = "";
    await this.#do("Running…", async () => {
      await this.#writeUnsaved();
      const result = await this.#draft?.terminal(line);
      printed = result === undefined ? "There is no history." : result.stdout + result.stderr;
      return this.view.status;
    });
    return printed;
  }

  async #apply(plan: Plan): Promise<Status | null> {
    const receipt = await this.#draft?.apply(plan);
    if (receipt === undefined) {
      return null;
    }
    // It is in the safety checkpoint; the editor shows what was restored.
    this.#unsaved = null;
    return { ...good(receiptWords(receipt)), undo: receipt.undo?.n ?? null };
  }

  async #capture(kind: CaptureKind, label: string): Promise<Status> {
    if (this.#draft === null) {
      return good("Saved. No checkpoint was taken.");
    }
    const first = this.view.rows.length === 0;
    const { message, checkpoint } = await this.#draft.capture({ kind, label });
    if (first && checkpoint !== null) {
      // Asked now, when there is something to lose; the answer is in the line about storage.
      await navigator.storage?.persist?.().catch(() => false);
    }
    return good(message);
  }

  async #writeUnsaved(): Promise<string | null> {
    if (this.#unsaved === null) {
      return null;
    }
    const { path, bytes } = this.#unsaved;
    await this.#files.write(path, bytes);
    if (this.#unsaved?.bytes === bytes) {
      this.#unsaved = null;
    }
    return path;
  }

  async #reopen(): Promise<void> {
    const { opened, paths } = this.view;
    if (opened === null || this.#unsaved !== null) {
      return;
    }
    if (paths.includes(opened.path)) {
      await this.open(opened.path);
    } else {
      this.#set({ opened: null });
    }
  }

  async #do(busy: string, work: () => Promise<Status | null>): Promise<void> {
    this.#set({ busy });
    try {
      this.#set({ status: await work() });
    } catch (thrown) {
      this.#set({ status: bad(saying(thrown)) });
    }
    try {
      await this.refresh();
    } catch (thrown) {
      this.#set({ status: bad(saying(thrown)) });
    }
    this.#set({ busy: null });
  }

  #set(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.#show(this.view);
  }
}
