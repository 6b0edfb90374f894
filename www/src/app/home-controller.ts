// Wires the home page: what it lists, and what is done when it speaks.

import { make, on } from "../dom.js";
import { newDraftId, nameOf, noteDraft, notedDrafts } from "../drafts/draft-register.js";
import type { Source } from "../drafts/source.js";
import { ask, askText } from "../elements/ask-dialog/ask-dialog.js";
import { HomePage, type HomePageData, type ListedDraft } from "../elements/home-page/home-page.js";
import { draftsWithFiles, saying, type Usage } from "../history.js";
import { wasCutOff } from "../files/filling.js";
import { draftPath, go } from "../route.js";
import { homeWords as words } from "../words/home.js";
import { deleteDraft } from "./delete-draft.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";
import { askToPersist } from "./storage.js";
import type { Status } from "./view.js";

/** What begins when a draft is opened for the first time. */
export interface Beginning {
  readonly id: string;
  readonly source: Source;
}

/** The home page while it is shown. */
export class HomeController {
  readonly page = new HomePage();
  readonly #kept: HistoryOrTrouble;
  readonly #stop: () => void;
  #data: HomePageData = { drafts: null, usage: null, troubles: [], said: null };

  /** `said`: what happened last, elsewhere. */
  constructor(kept: HistoryOrTrouble, said: Status | null, begin: (beginning: Beginning) => void) {
    this.#kept = kept;
    if (said !== null) {
      this.#data = { ...this.#data, said: { text: said.text, bad: said.tone === "bad" } };
    }
    const { page } = this;
    on<{ source: Source }>(page, "start-draft", ({ source }) => {
      const id = newDraftId(source.name);
      noteDraft(id, { name: source.name });
      begin({ id, source });
      go(draftPath(id));
    });
    on<{ id: string }>(page, "open-draft", ({ id }) => go(draftPath(id)));
    on<{ draft: ListedDraft }>(page, "rename-draft", ({ draft }) => void this.#rename(draft));
    on<{ draft: ListedDraft }>(page, "delete-draft", ({ draft }) => void this.#delete(draft));
    on(page, "not-a-source", () => this.#set({ said: { text: words.nothingDropped, bad: true } }));
    on(page, "ask-to-keep", () => void askToPersist().then(() => this.refresh()));
    // Shown at once: the history may be long at work, and a new draft needs nothing of it.
    page.show(this.#data);
    this.#stop = kept instanceof KeptHistory ? kept.onChange(() => void this.refresh()) : (): void => undefined;
  }

  /** Looks up what there is. */
  async refresh(): Promise<void> {
    // Files without a note of their draft are a person's too: the browser writes notes later than files.
    const files = await lookAtFiles().catch(() => new Map<string, boolean>());
    if (!(this.#kept instanceof KeptHistory)) {
      this.#set({ drafts: listed(null, files), troubles: [this.#kept.trouble] });
      return;
    }
    try {
      const usage = await this.#kept.history.usage();
      this.#set({ drafts: listed(usage, files), usage });
    } catch (thrown) {
      this.#set({ drafts: listed(null, files), troubles: [saying(thrown)] });
    }
  }

  close(): void {
    this.#stop();
  }

  async #rename({ id, name }: ListedDraft): Promise<void> {
    const answer = await askText({
      title: words.renameTitle,
      field: words.renameField,
      value: name,
      placeholder: "",
      yes: words.rename,
      no: words.cancel,
      wrong: (text) => (text.trim() === "" ? words.nameless : null),
    });
    if (answer !== null) {
      noteDraft(id, { name: answer.trim() });
      await this.refresh();
    }
  }

  async #delete(draft: ListedDraft): Promise<void> {
    const { id, name } = draft;
    const yes = await ask({
      title: words.removeTitle(name),
      body: [
        words.removeLead,
        make(
          "ul",
          {},
          make("li", {}, words.removeFiles(draft.files, draft.fileBytes)),
          make("li", {}, words.removeCheckpoints(draft.checkpoints, draft.checkpointBytes)),
        ),
      ],
      yes: words.remove,
      no: words.keep,
      danger: true,
    });
    if (!yes) {
      return;
    }
    try {
      await deleteDraft(id, this.#kept);
      this.#set({ said: { text: words.removed(name), bad: false } });
    } catch (thrown) {
      this.#set({ said: { text: saying(thrown), bad: true } });
    }
    await this.refresh();
    this.page.keepFocus();
  }

  #set(change: Partial<HomePageData>): void {
    this.#data = { ...this.#data, ...change };
    this.page.show(this.#data);
  }
}

/** The drafts that have files, and whether their copying was cut off. */
async function lookAtFiles(): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const { name, isEmpty, notes } of await draftsWithFiles()) {
    const cutOff = await wasCutOff(name, notes);
    // An address that was only looked at leaves an empty folder, which is no draft.
    if (cutOff || !isEmpty) {
      found.set(name, cutOff);
    }
  }
  return found;
}

/** The drafts that are noted here or stored here, the one that was opened last first. */
function listed(usage: Usage | null, files: ReadonlyMap<string, boolean>): ListedDraft[] {
  const noted = notedDrafts();
  const stored = new Map((usage?.drafts ?? []).map((draft) => [draft.id, draft]));
  const drafts = [...new Set([...noted.keys(), ...stored.keys(), ...files.keys()])].map((id): ListedDraft => {
    const note = noted.get(id);
    const held = stored.get(id);
    return {
      id,
      name: nameOf(id),
      openedAt: note?.openedAt ?? null,
      files: note?.files ?? 0,
      fileBytes: note?.bytes ?? 0,
      checkpoints: held?.checkpoints ?? 0,
      checkpointBytes: held?.bytes ?? 0,
      cutOff: files.get(id) ?? false,
    };
  });
  return drafts.sort((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0));
}
