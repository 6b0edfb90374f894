// The files that are open in the editor, read again when somebody else changes them. Knows no element.

import { type DraftFiles, type FilesChange } from "../files/draft-files.js";
import { contentOf, type FileContent } from "../files/file-content.js";

/** One open file. A new content object is a new text; the same object is the same text. */
export interface OpenFile {
  readonly path: string;
  readonly content: FileContent;
  /** Text that was put back, to begin with in the place of the file's own; `null`: there is none. */
  readonly typed: FileContent | null;
}

/** What is open. */
export interface OpenView {
  readonly files: readonly OpenFile[];
  /** The path of the file in front. */
  readonly active: string | null;
}

/** The open files of one draft. */
export class OpenFiles {
  readonly #files: DraftFiles;
  readonly #show: (view: OpenView) => void;
  readonly #stop: () => void;
  #view: OpenView = { files: [], active: null };
  /** Counts reads, so that a slow one does not take the place of a later one. */
  readonly #reads = new Map<string, number>();

  constructor(files: DraftFiles, show: (view: OpenView) => void) {
    this.#files = files;
    this.#show = show;
    this.#stop = files.onChange((change) => void this.#follow(change));
  }

  /** What is open now. */
  get view(): OpenView {
    return this.#view;
  }

  /** Brings a file to the front, opening it first if need be. Fails where it cannot be read. */
  async open(path: string): Promise<void> {
    if (!this.#view.files.some((file) => file.path === path)) {
      const text = this.#files.unsaved().get(path);
      const content = contentOf(path, await this.#saved(path));
      const typed = text === undefined ? null : contentOf(path, text);
      // Asked for twice, it may be open by now.
      if (!this.#view.files.some((file) => file.path === path)) {
        this.#set({ ...this.#view, files: [...this.#view.files, { path, content, typed }] });
      }
    }
    this.#set({ ...this.#view, active: path });
  }

  /** Puts a file away. */
  close(path: string): void {
    const at = this.#view.files.findIndex((file) => file.path === path);
    const files = this.#view.files.filter((file) => file.path !== path);
    const next = files[Math.min(at, files.length - 1)]?.path ?? null;
    this.#set({ files, active: this.#view.active === path ? next : this.#view.active });
  }

  /** A file has another name: its tab stays where it is. */
  async renamed(from: string, to: string): Promise<void> {
    if (this.#view.files.some((file) => file.path === from)) {
      const content = contentOf(to, await this.#files.read(to));
      const files = this.#view.files.map((file) => (file.path === from ? { path: to, content, typed: null } : file));
      this.#set({ files, active: this.#view.active === from ? to : this.#view.active });
    }
  }

  /** Reads a file again, whatever is typed. */
  async readAgain(path: string): Promise<void> {
    const mine = (this.#reads.get(path) ?? 0) + 1;
    this.#reads.set(path, mine);
    const bytes = await this.#files.read(path).catch(() => null);
    if (this.#reads.get(path) !== mine) {
      return;
    }
    if (bytes === null) {
      // The text of a file that is gone stays, if it is saved nowhere else.
      if (!this.#files.has(path) && !this.#files.unsaved().has(path)) {
        this.close(path);
      }
      return;
    }
    const content = contentOf(path, bytes);
    this.#set({
      ...this.#view,
      files: this.#view.files.map((file) => (file.path === path ? { ...file, content } : file)),
    });
  }

  /** Follows nothing any more. */
  stop(): void {
    this.#stop();
  }

  /** Text that was put back may be of a file that is gone: it is compared with nothing then. */
  #saved(path: string): Promise<Uint8Array> {
    const isGone = !this.#files.has(path) && this.#files.unsaved().has(path);
    return isGone ? Promise.resolve(new Uint8Array()) : this.#files.read(path);
  }

  async #follow({ paths }: FilesChange): Promise<void> {
    const changed = this.#view.files.filter(({ path }) => paths === "all" || paths.includes(path));
    await Promise.all(changed.map(({ path }) => this.readAgain(path)));
  }

  #set(view: OpenView): void {
    this.#view = view;
    this.#show(view);
  }
}
