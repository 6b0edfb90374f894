// The page of the gallery: a scene by the query `scene`, an address where the path is one.

import { type Draft, MemoryWorkspace, openHistory, type Workspace } from "knowngood";
import "../../../www/src/style/tokens.css";
import "../../../www/src/style/base.css";
import "./gallery.css";
import { Host } from "./host.js";
import { Clock, type SceneName, scenes } from "./story.js";

declare global {
  interface Window {
    /** What tests drive. */
    gallery: {
      readonly host: Host;
      readonly workspace: MemoryWorkspace;
      readonly draft: Draft;
      /** Begins to restore a checkpoint, and loses the workspace half way. */
      cutOff(n: number): Promise<void>;
    };
  }
}

const query = new URLSearchParams(location.search);
const history = await openHistory({ storage: "memory" });
const files = new MemoryWorkspace();
let writesLeft = Infinity;
const workspace: Workspace = {
  list: () => files.list(),
  read: (path) => files.read(path),
  write: (path, bytes, options) => {
    writesLeft -= 1;
    if (writesLeft < 0) {
      throw new Error("The disk was taken out.");
    }
    files.write(path, bytes, options);
  },
  remove: (path) => files.remove(path),
};
const draft = await history.draft("tea-timer", { workspace });
const scene = (query.get("scene") ?? "ordinary") as SceneName;
await scenes[scene]({ draft, workspace: files, clock: new Clock() });
const host = new Host(history, draft, files);
window.gallery = {
  host,
  workspace: files,
  draft,
  cutOff: async (n) => {
    const plan = await draft.planRestore(n);
    writesLeft = 1;
    await draft.apply(plan).catch(() => undefined);
    writesLeft = Infinity;
    await host.refresh();
  },
};
if (location.pathname.startsWith("/drafts")) {
  await host.showAddress(location.pathname);
} else {
  await host.showList();
}
document.body.dataset["ready"] = "";
