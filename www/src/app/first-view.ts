// What is shown of a draft before anything of its history was read.

import type { DraftFiles } from "../files/draft-files.js";
import { sentences } from "../words/session.js";
import { noConversation } from "./conversation-view.js";
import type { View } from "./view.js";

/** The view of a draft that was just opened. `troubles`: what a person should know of it. */
export function firstView(id: string, name: string, files: DraftFiles, troubles: readonly string[]): View {
  const fleeting = files.fleeting === null ? [] : [sentences.fleeting(files.fleeting)];
  return {
    id,
    name,
    files: files.list(),
    unsaved: new Set(),
    changedUnder: new Map(),
    edited: false,
    revision: files.revision,
    rows: [],
    lastKnownGood: null,
    interrupted: null,
    conversation: noConversation,
    usage: null,
    build: { n: null, running: false, outcome: null },
    status: null,
    busy: null,
    troubles: [...fleeting, ...troubles],
  };
}
