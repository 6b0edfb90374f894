// Unsaved text on disk, beside the draft: what was typed outlives a tab that crashes. Each tab has notes of its own.

import type { Notes } from "../history.js";

/** Text that an earlier tab had not saved. */
export interface FoundText {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What its file held when it began to be typed; `null`: that was not known. */
  readonly base: string | null;
}

/** What a note begins with: one line, then the bytes. */
interface Header {
  readonly path: string;
  readonly base: string | null;
}

/** How long after a keystroke the text is on disk, about. */
const SOON_MS = 400;

/** The notes of one tab on one draft. */
export class UnsavedNotes {
  readonly #notes: Notes;
  readonly #draft: string;
  readonly #owner = crypto.randomUUID().slice(0, 8);
  readonly #failed: (thrown: unknown) => void;
  /** The note of each path. */
  readonly #names = new Map<string, string>();
  /** Text that is not on disk yet; `null`: its note is to go. */
  readonly #waiting = new Map<string, { readonly bytes: Uint8Array; readonly base: string | null } | null>();
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #letGo: () => void = () => undefined;
  #counted = 0;

  /** `failed` is told what could not be noted. */
  constructor(notes: Notes, draft: string, failed: (thrown: unknown) => void) {
    this.#notes = notes;
    this.#draft = draft;
    this.#failed = failed;
    // Held for as long as this tab lives: a note whose tab is gone is nobody's any more.
    void navigator.locks?.request(
      this.#lock(this.#owner),
      () =>
        new Promise<void>((resolve) => {
          this.#letGo = resolve;
        }),
    );
  }

  /** Notes what was typed; `null`: it is saved, or was given up. */
  put(path: string, text: { readonly bytes: Uint8Array; readonly base: string | null } | null): void {
    this.#waiting.set(path, text);
    this.#timer ??= setTimeout(() => this.#write(), SOON_MS);
  }

  /** What tabs that are gone had not saved; the newest text of each file. It is this tab's from now on. */
  async takeOver(): Promise<FoundText[]> {
    const { locks } = navigator;
    return locks === undefined ? [] : locks.request(`knowngood-unsaved:${this.#draft}`, () => this.#takeOver());
  }

  /** Writes what waits, and ends. */
  close(): void {
    this.#write();
    void this.#last.then(() => this.#letGo());
  }

  async #takeOver(): Promise<FoundText[]> {
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
    const left = (await this.#notes.list())
      .filter(({ name }) => isNote(name) && !held.has(this.#lock(ownerOf(name))) && ownerOf(name) !== this.#owner)
      .sort((a, b) => b.time - a.time);
    const found = new Map<string, FoundText>();
    for (const { name } of left) {
      const bytes = await this.#notes.read(name);
      const text = bytes === null ? null : parsed(bytes);
      if (text === null) {
        await this.#notes.remove(name);
      } else if (!found.has(text.path)) {
        // An older text of the same file, of yet another tab, waits on disk for its turn.
        found.set(text.path, text);
        await this.#notes.write(this.#nameFor(text.path), written(text, text.bytes));
        await this.#notes.remove(name);
      }
    }
    return [...found.values()];
  }

  #write(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#last = this.#last.then(async () => {
      for (const [path, text] of waiting) {
        try {
          await this.#writeOne(path, text);
        } catch (thrown) {
          this.#failed(thrown);
        }
      }
    });
  }

  async #writeOne(
    path: string,
    text: { readonly bytes: Uint8Array; readonly base: string | null } | null,
  ): Promise<void> {
    if (text !== null) {
      await this.#notes.write(this.#nameFor(path), written({ path, base: text.base }, text.bytes));
    } else if (this.#names.has(path)) {
      await this.#notes.remove(this.#nameFor(path));
    }
  }

  #nameFor(path: string): string {
    const name = this.#names.get(path) ?? `unsaved.${this.#owner}.${this.#counted++}`;
    this.#names.set(path, name);
    return name;
  }

  #lock(owner: string): string {
    return `knowngood-unsaved:${this.#draft}:${owner}`;
  }
}

function isNote(name: string): boolean {
  return name.startsWith("unsaved.");
}

function ownerOf(name: string): string {
  return name.split(".")[1] ?? "";
}

function written({ path, base }: Header, bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${JSON.stringify({ path, base })}\n`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return whole;
}

function parsed(note: Uint8Array): FoundText | null {
  try {
    const end = note.indexOf(10);
    const head: unknown = JSON.parse(new TextDecoder().decode(note.subarray(0, end)));
    const { path, base } = head as Partial<Header>;
    return typeof path === "string"
      ? { path, base: typeof base === "string" ? base : null, bytes: note.slice(end + 1) }
      : null;
  } catch {
    // Cut off, or of another version.
    return null;
  }
}
