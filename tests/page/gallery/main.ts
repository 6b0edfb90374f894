// The page of the gallery: a scene by the query `scene`, an address where the path is one.

import { MemoryWorkspace, openHistory } from "knowngood";
import "../../../www/src/style/tokens.css";
import "../../../www/src/style/base.css";
import "./gallery.css";
import { Host } from "./host.js";
import { Clock, type SceneName, scenes } from "./story.js";

declare global {
  interface Window {
    /** What tests drive. */
    gallery: { readonly host: Host; readonly workspace: MemoryWorkspace };
  }
}

const query = new URLSearchParams(location.search);
const history = await openHistory({ storage: "memory" });
const workspace = new MemoryWorkspace();
const draft = await history.draft("tea-timer", { workspace });
const scene = (query.get("scene") ?? "ordinary") as SceneName;
await scenes[scene]({ draft, workspace, clock: new Clock() });
const host = new Host(history, draft, workspace);
window.gallery = { host, workspace };
if (location.pathname.startsWith("/drafts")) {
  await host.showAddress(location.pathname);
} else {
  await host.showList();
}
document.body.dataset["ready"] = "";
