// What a draft begins with when it is opened: its first files, or what a tab that died has left of it.

import { type Copied, copyFiles } from "../drafts/copy-files.js";
import type { Source } from "../drafts/source.js";
import type { DraftFiles } from "../files/draft-files.js";
import { saying } from "../history.js";
import { sourceWords as copying } from "../words/home.js";
import { sentences } from "../words/session.js";
import type { Captures } from "./captures.js";
import type { Edits } from "./edits.js";
import { bad, plain, type SessionState, Stopped } from "./session-state.js";
import type { Busy, Status } from "./view.js";

/** What it is done with. */
export interface BeginningsParts {
  readonly files: DraftFiles;
  readonly state: SessionState;
  readonly edits: Edits;
  readonly captures: Captures;
  readonly run: (
    given: Partial<Busy> & { readonly text: string },
    work: () => Promise<Status | undefined>,
  ) => Promise<void>;
  readonly buildCurrent: () => Promise<void>;
}

/** The beginnings of one open draft. */
export class Beginnings {
  readonly #parts: BeginningsParts;
  #copying = false;

  constructor(parts: BeginningsParts) {
    this.#parts = parts;
  }

  /** Whether the first files are being copied: without all of them it is no draft yet. */
  get copying(): boolean {
    return this.#copying;
  }

  /** Copies the first files, takes the first checkpoint and builds it. `false`: a person has stopped the copying. */
  async seed(source: Source): Promise<boolean> {
    const { files, state, run } = this.#parts;
    let copied: Copied | null = null;
    this.#copying = true;
    await run({ text: copying.copying, cancellable: true }, async () => {
      const stop = new AbortController();
      state.stopBy(() => stop.abort(new Stopped(copying.stopped)));
      // Noted first: a tab that is killed now leaves a part, and it must not look whole.
      await files.filling.begin({ label: source.label });
      copied = await copyFiles(source, files, stop.signal, (done, of) => state.progress(done, of));
      await files.filling.end();
      return undefined;
    });
    this.#copying = false;
    if (copied === null) {
      return false;
    }
    const { skipped, failed }: Copied = copied;
    const said = (skipped > 0 ? copying.skipped(skipped) : "") + (failed.length > 0 ? copying.failed(failed) : "");
    await this.#first(source.label, said);
    return true;
  }

  /** Whether its copying was cut off, by a tab that died. */
  async wasCutOff(): Promise<boolean> {
    return (await this.#parts.files.filling.cutOff()) !== null;
  }

  /** Keeps the part of the files that was copied. */
  async keepPart(): Promise<void> {
    const { filling } = this.#parts.files;
    const label = (await filling.cutOff())?.label ?? "";
    await filling.end();
    await this.#first(copying.partLabel(label), "");
  }

  /** Puts back what was typed in tabs that died before it was saved. The answer is the paths. */
  async putBack(): Promise<readonly string[]> {
    const { files, state, edits } = this.#parts;
    let said = false;
    const back = await files.putBack((thrown) => {
      // Once: it would else be said at each keystroke.
      if (!said) {
        said = true;
        state.say(bad(sentences.notKept(saying(thrown))));
      }
    });
    const paths = back.map(({ path }) => path);
    edits.putBack(back);
    if (paths.length > 0) {
      state.say(plain(sentences.putBack(paths)));
    }
    return paths;
  }

  #first(label: string, said: string): Promise<void> {
    const { captures, run, buildCurrent } = this.#parts;
    return run({ text: sentences.capturing, cancellable: true }, async () => {
      const status = await captures.all({ kind: "template", label });
      await buildCurrent();
      return { ...status, text: status.text + said };
    });
  }
}
