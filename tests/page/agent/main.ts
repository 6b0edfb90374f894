// The page that the agent's tests drive: a draft with its agent, and nothing else of the real page.

import "../../../www/src/style/tokens.css";
import "../../../www/src/style/base.css";
import { AgentDraft } from "./agent-draft.js";

declare global {
  interface Window {
    /** The draft, once it is open. */
    draft: AgentDraft | undefined;
  }
}

window.draft = await AgentDraft.open(new URLSearchParams(location.search).get("draft") ?? "d_1");
