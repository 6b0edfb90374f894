// Makes, renames and deletes files: asks, does it, and takes a checkpoint of it.

import { isPath } from "../drafts/source.js";
import { ask, askText } from "../elements/ask-dialog/ask-dialog.js";
import type { DraftFiles } from "../files/draft-files.js";
import { filesWords as words } from "../words/files.js";
import type { OpenFiles } from "./open-files.js";
import type { Session } from "./session.js";

/** What is done with files as a whole. */
export class FileEdits {
  readonly #session: Session;
  readonly #open: OpenFiles;

  constructor(session: Session, open: OpenFiles) {
    this.#session = session;
    this.#open = open;
  }

  /** Asks for a path, and makes an empty file there. */
  async create(folder: string): Promise<void> {
    const { files } = this.#session;
    const path = await askText({
      title: words.newTitle,
      field: words.newField,
      value: folder,
      placeholder: words.newPlaceholder,
      yes: words.create,
      no: words.cancel,
      wrong: (text) => wrongPath(text.trim(), files),
    });
    if (path !== null) {
      const to = path.trim();
      await this.#session.edit(async () => {
        await files.write(to, new Uint8Array(), "editor");
        return { paths: [to], label: words.created(to) };
      });
      // What could not be made was said.
      if (files.has(to)) {
        await this.#open.open(to);
      }
    }
  }

  /** Asks for another path, and moves the file there. Text that is typed and not saved moves with it. */
  async rename(from: string): Promise<void> {
    const { files } = this.#session;
    const path = await askText({
      title: words.renameTitle(from),
      field: words.renameField,
      value: from,
      placeholder: from,
      yes: words.rename,
      no: words.cancel,
      wrong: (text) => (text.trim() === from ? null : wrongPath(text.trim(), files)),
    });
    const to = path?.trim() ?? from;
    if (to === from) {
      return;
    }
    await this.#session.edit(async () => {
      const bytes = files.unsaved().get(from) ?? (await files.read(from));
      // Written first: what fails leaves two files, and never none.
      await files.write(to, bytes, "editor", { mode: files.modeOf(from) });
      await this.#open.renamed(from, to);
      this.#session.typed(from, null);
      await files.remove(from, "editor");
      return { paths: [from, to], label: words.renamed(from, to) };
    });
  }

  /** Asks, and deletes a file. The question says whether it can come back. */
  async remove(path: string): Promise<void> {
    const { files } = this.#session;
    const yes = await ask({
      title: words.removeTitle(path),
      body: [(await this.#isHeld(path)) ? words.removeHeld : words.removeNotHeld],
      yes: words.remove,
      no: words.cancel,
      danger: true,
    });
    if (yes) {
      await this.#session.edit(async () => {
        this.#session.typed(path, null);
        await files.remove(path, "editor");
        return { paths: [path], label: words.removed(path) };
      });
    }
  }

  /** Whether the current checkpoint holds exactly the bytes that would go. */
  async #isHeld(path: string): Promise<boolean> {
    const current = this.#session.view.rows.find((row) => row.current);
    if (current === undefined || this.#session.files.unsaved().has(path)) {
      return false;
    }
    try {
      const [held, here] = await Promise.all([
        this.#session.reader.read(current.n, path),
        this.#session.files.read(path),
      ]);
      return held.length === here.length && held.every((byte, at) => byte === here[at]);
    } catch {
      return false;
    }
  }
}

function wrongPath(path: string, files: DraftFiles): string | null {
  if (!isPath(path)) {
    return words.badPath;
  }
  if (files.has(path)) {
    return words.exists;
  }
  const all = files.list();
  if (all.some((file) => file.path.startsWith(`${path}/`))) {
    return words.folderThere;
  }
  return all.some((file) => path.startsWith(`${file.path}/`)) ? words.fileThere : null;
}
