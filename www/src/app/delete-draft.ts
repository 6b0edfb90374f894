// Deletes a draft with all that is of it.

import { forgetDraft } from "../drafts/draft-register.js";
import { FilesChannel } from "../files/files-channel.js";
import { removeFiles } from "../history.js";
import { type HistoryOrTrouble, KeptHistory } from "./kept-history.js";

/** Deletes history, files and name, in this order: what fails leaves a draft that can be deleted again. */
export async function deleteDraft(id: string, kept: HistoryOrTrouble): Promise<void> {
  if (kept instanceof KeptHistory) {
    await kept.history.deleteDraft(id);
  }
  await removeFiles(id);
  forgetDraft(id);
  // A tab that has it open shows what is left: what was typed there and not saved.
  const channel = new FilesChannel(id, () => undefined);
  channel.tell("all");
  channel.close();
}
