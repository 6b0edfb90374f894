// A draft of the history, as it is open now.

import type { DraftFiles } from "../files/draft-files.js";
import type { Draft, Row } from "../history.js";
import { sentences } from "../words/session.js";
import type { KeptHistory } from "./kept-history.js";

/** One draft, opened twice: with its files, and without. */
export class OpenedDraft {
  readonly #kept: KeptHistory | null;
  readonly #id: string;
  readonly #files: DraftFiles;
  #draft: Draft | null = null;
  #glance: Draft | null = null;

  /** `kept`: where it is; `null`: there is no history. */
  constructor(kept: KeptHistory | null, id: string, files: DraftFiles) {
    this.#kept = kept;
    this.#id = id;
    this.#files = files;
  }

  /** With its files; `null`: there is no history, or it could not be opened. */
  get draft(): Draft | null {
    return this.#draft;
  }

  /** Without its files: it answers for the checkpoint that the draft is on, without looking at every file. */
  get glance(): Draft | null {
    return this.#glance;
  }

  /** Opens it, also anew after the history was. */
  async open(): Promise<void> {
    this.#draft = (await this.#kept?.history.draft(this.#id, { workspace: this.#files.workspace })) ?? null;
    this.#glance = (await this.#kept?.history.draft(this.#id)) ?? null;
  }

  /** With its files; without a history that fails. */
  need(): Draft {
    if (this.#draft === null) {
      throw new Error(sentences.noHistoryHere);
    }
    return this.#draft;
  }

  /** The checkpoint that the draft is on. Asked anew: what is shown may be older than what was just taken. */
  async current(): Promise<Row | undefined> {
    return (await this.#glance?.checkpoints())?.find((row) => row.current);
  }
}
