// Takes checkpoints: the cost follows the edit, and the first one, which takes long, can be stopped.

import type { DraftFiles } from "../files/draft-files.js";
import { type CaptureRequest, type CaptureResult, type Draft, isConflict } from "../history.js";
import { sentences } from "../words/session.js";
import type { Edits } from "./edits.js";
import { plain, type SessionState, Stopped } from "./session-state.js";
import { askToPersist } from "./storage.js";
import type { Status } from "./view.js";

/** With more files than this, all are looked at: their bytes would cross to the worker in one message. */
const MOST_CHANGES = 200;
/** How often long work says how far it is. */
const TELL_MS = 150;

/** What checkpoints are taken with. */
export interface CapturesParts {
  readonly files: DraftFiles;
  readonly state: SessionState;
  readonly edits: Edits;
  /** The draft as it is open now; `null`: there is no history. */
  readonly draft: () => Draft | null;
  /** Ends the history's worker in whatever it does, and opens the draft anew. */
  readonly restart: () => Promise<void>;
}

/** Some changes, and what they are called. */
type Changes = Required<Pick<CaptureRequest, "kind" | "label" | "changes">>;

/** The captures of one draft. */
export class Captures {
  readonly #parts: CapturesParts;

  constructor(parts: CapturesParts) {
    this.#parts = parts;
  }

  /** Takes a checkpoint of all files. */
  all(request: Pick<CaptureRequest, "kind" | "label">): Promise<Status> {
    return this.#capture(request);
  }

  /** Takes a checkpoint of exactly what was written, whatever was typed since. */
  written(kind: "edit" | "build", written: ReadonlyMap<string, Uint8Array>): Promise<Status> {
    return this.#changes({ kind, label: sentences.edited([...written.keys()]), changes: written });
  }

  /** Takes a checkpoint of what is at `paths` now. */
  async paths(paths: readonly string[], label: string): Promise<Status> {
    const { files } = this.#parts;
    if (paths.length > MOST_CHANGES) {
      return this.#capture({ kind: "edit", label });
    }
    const changes = new Map<string, Uint8Array | null>();
    for (const path of paths) {
      changes.set(path, files.has(path) ? await files.read(path) : null);
    }
    return this.#changes({ kind: "edit", label, changes });
  }

  /** Where another tab was faster, all files are looked at. */
  async #changes({ kind, label, changes }: Changes): Promise<Status> {
    if (this.#parts.state.view.rows.length === 0) {
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

  async #capture(request: CaptureRequest): Promise<Status> {
    const { files, edits, state } = this.#parts;
    const draft = this.#parts.draft();
    if (draft === null) {
      return plain(sentences.savedWithoutCheckpoint);
    }
    const { revision } = files;
    const result = await this.#orStop(() => draft.capture(request));
    const { checkpoint, warnings } = result;
    if (checkpoint !== null && state.view.usage?.persisted === false) {
      // Asked when there is something to lose. The answer is shown in the storage panel.
      await askToPersist();
    }
    edits.captured(revision);
    return { tone: warnings.length > 0 ? "plain" : "good", text: said(result, request.changes), undo: null };
  }

  /** Waits for `work` of the history, unless a person stops it: then the history starts anew, without what was half done. */
  async #orStop<Result>(work: () => Promise<Result>): Promise<Result> {
    const { files, state, restart } = this.#parts;
    if (state.view.busy?.cancellable !== true) {
      return work();
    }
    const stopped = new Promise<never>((_, reject) => {
      state.stopBy(() => reject(new Stopped(sentences.captureStopped)));
    });
    const read = files.readByHistory;
    const timer = setInterval(() => {
      const of = files.list().length;
      state.progress(Math.min(files.readByHistory - read, of), of);
    }, TELL_MS);
    try {
      return await Promise.race([work(), stopped]);
    } catch (thrown) {
      if (thrown instanceof Stopped) {
        await restart();
      }
      throw thrown;
    } finally {
      clearInterval(timer);
    }
  }
}

/** What a capture says, and which of the changes it leaves out by a rule: “nothing changed” alone would be a riddle. */
function said({ message, reason, leftOut }: CaptureResult, changes: CaptureRequest["changes"]): string {
  const written = changes instanceof Map ? [...(changes as ReadonlyMap<string, unknown>)] : [];
  const why = (path: string): string | undefined =>
    leftOut.find((file) => file.path === path || (file.path.endsWith("/") && path.startsWith(file.path)))?.message;
  const out = written.flatMap(([path, bytes]) => (bytes !== null && why(path) !== undefined ? [path] : []));
  const first = out[0] === undefined ? undefined : why(out[0]);
  if (first === undefined) {
    return message;
  }
  const excluded = sentences.excluded(out, first);
  return reason === "nothing_changed" ? excluded : `${message} ${excluded}`;
}
