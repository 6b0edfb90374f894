// Opens a draft with all that its page needs.

import { Builder } from "../build/builder.js";
import { nameOf } from "../drafts/draft-register.js";
import { DraftFiles } from "../files/draft-files.js";
import { DraftController } from "./draft-controller.js";
import type { HistoryOrTrouble } from "./kept-history.js";
import { Session } from "./session.js";

/** One compiler for all drafts: it takes long to start. */
const building = new Builder();

/** The draft `id`, ready to be shown. */
export async function openDraft(id: string, kept: HistoryOrTrouble): Promise<DraftController> {
  const files = await DraftFiles.open(id);
  return new DraftController(await Session.open({ id, name: nameOf(id), files, kept, building }));
}
