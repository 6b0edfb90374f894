// Wires the page of a checkpoint's address.

import { nameOf } from "../drafts/draft-register.js";
import { AddressPage } from "../elements/address-page/address-page.js";
import { hear } from "../elements/parts/events.js";
import type { LookUp } from "../history.js";
import { checkpointPath, draftPath, go } from "../route.js";
import { sentences } from "../words/session.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";

/** The page of one address. */
export class AddressController {
  readonly page = new AddressPage();
  readonly #kept: HistoryOrTrouble;
  readonly #id: string;

  /** `restore`: a person wants to restore that checkpoint, in its draft. */
  constructor(kept: HistoryOrTrouble, id: string, restore: (n: number) => void) {
    this.#kept = kept;
    this.#id = id;
    const { page } = this;
    hear(page, "checkpoint-restore", ({ n }) => {
      restore(n);
      go(draftPath(id));
    });
    hear(page, "draft-open", ({ draft }, event) => {
      event.preventDefault();
      go(draftPath(draft));
    });
    hear(page, "checkpoint-open", ({ n }, event) => {
      event.preventDefault();
      go(checkpointPath(id, n));
    });
  }

  /** Looks the address up, and shows what it leads to. */
  async open(address: string): Promise<void> {
    const kept = this.#kept;
    if (!(kept instanceof KeptHistory)) {
      const nowhere = { state: "not_on_this_device", draft: this.#id, n: 0, hint: "" } as const;
      this.#show({ ...nowhere, message: kept.trouble }, null);
      return;
    }
    const found = await kept.history.lookup(address);
    // A draft is opened only where there is one: opening writes nothing, but it asks for its files.
    const draft = found.state === "found" || found.state === "damaged" ? await kept.history.draft(found.draft) : null;
    this.#show(found, draft);
  }

  #show(found: LookUp, draft: Awaited<ReturnType<KeptHistory["history"]["draft"]>> | null): void {
    const none = (): Promise<never> => Promise.reject(new Error(sentences.noHistoryHere));
    this.page.show({
      found,
      name: nameOf(this.#id),
      busy: null,
      reader: {
        diff: (request) => draft?.diff(request) ?? none(),
        files: (n) => draft?.files(n) ?? none(),
        read: (of, path) => (of === "files" ? none() : (draft?.read(of, path) ?? none())),
      },
    });
  }
}
