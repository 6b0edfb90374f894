// Puts an agent into a draft's page: finds which one there is, and wires its panel to its host.

import { AgentPanel } from "../elements/agent-panel/agent-panel.js";
import { hear } from "../elements/agent-panel/events.js";
import type { Draft, FxShell, History } from "../history.js";
import type { Agent, AgentTerminal } from "./agent.js";
import { AgentHost } from "./host.js";
import { practiceAgent } from "./practice/practice-agent.js";
import { fxAgent } from "./real/fx-agent.js";
import { findFxFiles } from "./real/fx-files.js";
import { readModel, writeModel } from "./real/model.js";
import { noTerminal, xtermIn } from "./terminals.js";
import { type AgentView, emptyView } from "./view.js";

/** What the page gives. */
export interface AgentPage {
  readonly draft: Draft;
  /** Tells of each change of the history: the package's `History`, or what stands for it. */
  readonly history: Pick<History, "onChange">;
  readonly shell: FxShell;
  /** Where the shell has the draft's files. */
  readonly root: string;
  /** An `<agent-panel>` that is in the document. */
  readonly panel: AgentPanel;
  /** Done before each prompt, such as saving what is typed: the agent sees only what is saved. */
  readonly beforePrompt?: () => Promise<void>;
  /** Told of each new state, for what else the page shows of it. */
  readonly onChange?: (view: AgentView) => void;
}

/** An agent that is attached to a page. */
export interface AttachedAgent {
  readonly host: AgentHost;
  /** Lets the agent go, and the page. */
  detach(): Promise<void>;
  /** The same after the history's worker was ended, where no call is answered any more. Attach it again to a new draft. */
  abandon(): void;
}

/** Starts nothing: the agent starts with the first prompt, or when a person says so. */
export async function attachAgent(page: AgentPage): Promise<AttachedAgent> {
  const { draft, panel, shell, root, beforePrompt } = page;
  const files = await findFxFiles();
  const agent: Agent = files === null ? practiceAgent : fxAgent(files, readModel);
  const show = (view: AgentView): void => {
    panel.show({ ...view, model: agent.practice ? null : readModel() });
    page.onChange?.(view);
  };
  panel.show({ ...emptyView(agent.name, agent.practice), model: agent.practice ? null : readModel() });
  const xterm = agent.practice ? null : await xtermIn(panel.terminal);
  const terminal: AgentTerminal = xterm ?? noTerminal();
  const before = beforePrompt === undefined ? {} : { beforePrompt };
  const host = new AgentHost({ draft, shell, root, agent, terminal, show, ...before });
  const stops = [
    hear(panel, "agent-prompt", ({ text }) => void host.prompt(text)),
    hear(panel, "agent-stop", () => void host.stop()),
    hear(panel, "agent-start", () => void host.start()),
    hear(panel, "agent-model", (model) => {
      writeModel(model);
      show(host.view);
    }),
    page.history.onChange((change) => {
      if (change.draft === draft.id && change.revision !== null) {
        void host.refresh();
      }
    }),
    keepTyped(panel, draft.id),
    (): void => xterm?.close(),
  ];
  await host.refresh();
  const stop = (): void => stops.forEach((stop) => stop());
  const detach = async (): Promise<void> => {
    stop();
    await host.close();
  };
  const abandon = (): void => {
    stop();
    host.abandon();
  };
  return { host, detach, abandon };
}

/** What is typed and not sent outlives a reload of the tab. */
function keepTyped(panel: AgentPanel, draft: string): () => void {
  const name = `knowngood-prompt:${draft}`;
  panel.fill(sessionStorage.getItem(name) ?? "");
  return hear(panel, "agent-typed", ({ text }) => sessionStorage.setItem(name, text));
}
