// What is typed and not saved, and whether the files are still those of the current checkpoint.

import type { ChangedBy, DraftFiles, FilesChange } from "../files/draft-files.js";
import type { PutBack } from "../files/unsaved-text.js";
import type { SessionState } from "./session-state.js";

/** No revision of the files. */
const NEVER = -1;

/** The edits of one draft. */
export class Edits {
  readonly #files: DraftFiles;
  readonly #state: SessionState;
  /** The files became those of a checkpoint, or others than those of it. */
  readonly #turned: () => void;
  /** The files' revision that the current checkpoint is known to hold. */
  #captured: number;

  constructor(files: DraftFiles, state: SessionState, turned: () => void) {
    this.#files = files;
    this.#state = state;
    this.#turned = turned;
    this.#captured = files.revision;
  }

  /** Notes what the editor shows that is not in its file; `null`: it shows what the file holds. */
  typed(path: string, bytes: Uint8Array | null): void {
    if (bytes === null) {
      this.#files.dropUnsaved(path);
      this.#forgetUnder(path);
    } else {
      this.#files.setUnsaved(path, bytes);
    }
    this.show();
  }

  /** Notes text that was put back, and of which files it is no edit any more. */
  putBack(back: readonly PutBack[]): void {
    const changedUnder = new Map<string, ChangedBy>(this.#state.view.changedUnder);
    for (const { path } of back.filter((one) => one.changedUnder)) {
      changedUnder.set(path, "elsewhere");
    }
    this.#state.set({ changedUnder });
    this.show();
  }

  /** A checkpoint holds the files as they were at `revision`. */
  captured(revision: number): void {
    this.#captured = revision;
    this.show();
  }

  /** The files are others than those of the current checkpoint, whoever made them so. */
  differ(): void {
    this.captured(NEVER);
  }

  /** Writes what was typed into its files. The answer is what was written. */
  async write(): Promise<ReadonlyMap<string, Uint8Array>> {
    const written = new Map<string, Uint8Array>();
    await this.#files.together(async () => {
      for (const [path, bytes] of [...this.#files.unsaved()]) {
        await this.#files.write(path, bytes, "editor");
        // What was typed while it was written stays unsaved.
        if (this.#files.unsaved().get(path) === bytes) {
          this.#files.dropUnsaved(path);
        }
        this.#forgetUnder(path);
        written.set(path, bytes);
      }
    });
    this.show();
    return written;
  }

  /** Files changed: text that is typed in one of them is kept, and said to be. */
  follow({ paths, by }: FilesChange): void {
    const changedUnder = new Map(this.#state.view.changedUnder);
    if (by === "elsewhere" && !this.#state.view.edited) {
      // The other tab takes the checkpoint of what it changed.
      this.#captured = this.#files.revision;
    }
    if (by !== "editor") {
      for (const path of this.#files.unsaved().keys()) {
        if (paths === "all" || paths.includes(path)) {
          changedUnder.set(path, by);
        }
      }
    }
    this.#state.set({ files: this.#files.list(), changedUnder });
    this.show();
  }

  /** Brings what is shown of the edits up to date. */
  show(): void {
    const unsaved = this.#files.unsaved();
    const { view } = this.#state;
    const same = unsaved.size === view.unsaved.size && [...unsaved.keys()].every((path) => view.unsaved.has(path));
    const { revision } = this.#files;
    const edited = unsaved.size > 0 || revision !== this.#captured;
    const turned = edited !== view.edited;
    if (!same || turned || revision !== view.revision) {
      this.#state.set({ unsaved: same ? view.unsaved : new Set(unsaved.keys()), edited, revision });
    }
    if (turned) {
      this.#turned();
    }
  }

  #forgetUnder(path: string): void {
    if (this.#state.view.changedUnder.has(path)) {
      const changedUnder = new Map<string, ChangedBy>(this.#state.view.changedUnder);
      changedUnder.delete(path);
      this.#state.set({ changedUnder });
    }
  }
}
