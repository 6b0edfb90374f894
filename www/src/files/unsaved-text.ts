// What editors show that is not in its file: kept in memory for the page, and on disk for when the tab dies.

import type { Notes } from "../history.js";
import { UnsavedNotes } from "./unsaved-notes.js";

/** Text that was put back after a tab died. */
export interface PutBack {
  readonly path: string;
  /** Its file is another one than when it was typed. */
  readonly changedUnder: boolean;
}

/** The unsaved text of one draft in this tab. */
export class UnsavedText {
  readonly #read: (path: string) => Promise<Uint8Array>;
  readonly #notes: UnsavedNotes | null;
  readonly #texts = new Map<string, Uint8Array>();
  /** What each file held when its text began to be typed. */
  readonly #bases = new Map<string, Promise<string | null>>();
  /** The text that a restore under way has asked for first: what its safety checkpoint holds. */
  #taken: ReadonlyMap<string, Uint8Array> | null = null;
  #failed: (thrown: unknown) => void = () => undefined;

  /** `notes`: where it is kept; `null`: only here. `read` reads a file as it is saved. */
  constructor(notes: Notes | null, draft: string, read: (path: string) => Promise<Uint8Array>) {
    this.#read = read;
    this.#notes = notes === null ? null : new UnsavedNotes(notes, draft, (thrown) => this.#failed(thrown));
  }

  /** By path. */
  all(): ReadonlyMap<string, Uint8Array> {
    return this.#texts;
  }

  /** Tells `listener` why text could not be kept on disk. */
  onTrouble(listener: (thrown: unknown) => void): void {
    this.#failed = listener;
  }

  set(path: string, bytes: Uint8Array): void {
    this.#texts.set(path, bytes);
    if (this.#notes !== null) {
      const base = this.#bases.get(path) ?? this.#fingerprint(path);
      this.#bases.set(path, base);
      void base.then((known) => {
        if (this.#texts.get(path) === bytes) {
          this.#notes?.put(path, { bytes, base: known });
        }
      });
    }
  }

  drop(path: string): void {
    this.#texts.delete(path);
    this.#bases.delete(path);
    this.#notes?.put(path, null);
  }

  /** What a restore saves first. */
  take(): ReadonlyMap<string, Uint8Array> {
    const text = new Map(this.#texts);
    this.#taken ??= text;
    return text;
  }

  /** A restore may begin: what it takes is not known yet. */
  startTaking(): void {
    this.#taken = null;
  }

  /** What was taken is saved by now. What was typed since is not. */
  forgetTaken(): void {
    for (const [path, bytes] of this.#taken ?? []) {
      if (this.#texts.get(path) === bytes) {
        this.drop(path);
      }
    }
    this.#taken = null;
  }

  /** Puts back what tabs that are gone had not saved. What is in its file by now is left. */
  async putBack(): Promise<PutBack[]> {
    const back: PutBack[] = [];
    for (const { path, bytes, base } of (await this.#notes?.takeOver()) ?? []) {
      const saved = await this.#read(path).catch(() => null);
      if (saved !== null && isSame(saved, bytes)) {
        this.#notes?.put(path, null);
      } else {
        this.#texts.set(path, bytes);
        this.#bases.set(path, Promise.resolve(base));
        back.push({ path, changedUnder: base !== null && base !== (await this.#fingerprint(path)) });
      }
    }
    return back;
  }

  close(): void {
    this.#notes?.close();
  }

  async #fingerprint(path: string): Promise<string | null> {
    try {
      const hash = await crypto.subtle.digest("SHA-256", (await this.#read(path)) as Uint8Array<ArrayBuffer>);
      return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    } catch {
      return null;
    }
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
