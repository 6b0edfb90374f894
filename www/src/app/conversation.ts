// The ways back of an open draft, files and conversation together, and the agent whose conversation it is.

import { type AttachedAgent, attachAgent } from "../agent/attach.js";
import { type AgentView, emptyView } from "../agent/view.js";
import { make } from "../dom.js";
import type { DraftPage } from "../elements/draft-page/draft-page.js";
import { hear, tell } from "../elements/parts/events.js";
import { type Draft, type Plan, type Receipt, saying } from "../history.js";
import { DRAFT_ROOT, Shell } from "../shell/shell.js";
import { agentWords } from "../words/agent.js";
import type { Session } from "./session.js";

/** The draft's one conversation with the page's agent. */
export const AGENT_SESSION = "fx";

/** While an agent is at work in another tab, how often it is asked whether it still is: that is told to nobody. */
const LOOK_MS = 1000;

/** Makes a plan; given a scope, the same plan in another way. */
type MakePlan = (draft: Draft, options: Pick<Plan, "scope"> | Record<never, never>) => Promise<Plan>;

/** What it works with. */
export interface ConversationParts {
  readonly session: Session;
  readonly page: DraftPage;
  /** Something that is shown of it has changed. */
  readonly changed: () => void;
  /** Shows the agent, with the focus in its input. */
  readonly showAgent: () => void;
}

/** One draft's ways back, and its agent. */
export class Conversation {
  readonly #parts: ConversationParts;
  readonly #stops: (() => void)[] = [];
  #undoing = false;
  #asked: { readonly plan: Plan; readonly make: MakePlan } | null = null;
  #agent: AttachedAgent | null = null;
  #shell: Shell | null = null;
  #view: AgentView = emptyView("fx", false);
  #look: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#listen();
    this.#stops.push(
      parts.session.follow({
        restored: (receipt) => void this.#moved(receipt),
        reopened: () => void this.#attachAgain(),
      }),
      parts.session.onChange(() => this.#watchElsewhere()),
    );
  }

  /** The names of the conversations, as a person calls them. */
  get names(): ReadonlyMap<string, string> {
    return new Map([[AGENT_SESSION, this.#view.name]]);
  }

  /** What the agent's tab says beside its name. */
  get note(): { readonly note: string; readonly tone: "accent" | "warn" } | null {
    const { state } = this.#view;
    switch (state) {
      case "starting":
      case "working":
        return { note: agentWords.states[state], tone: "accent" };
      case "needs_input":
      case "gone":
        return { note: agentWords.states[state], tone: "warn" };
      case "off":
      case "idle":
        return null;
    }
  }

  /** Puts the agent into the page. It starts with its first prompt. */
  async begin(): Promise<void> {
    try {
      await this.#attach();
    } catch (thrown) {
      this.#parts.session.complain(saying(thrown));
    }
  }

  /** Lets the agent go. What it has done is recorded first. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#look ?? undefined);
    this.#stops.splice(0).forEach((stop) => stop());
    const [agent, shell] = [this.#agent, this.#shell];
    this.#agent = null;
    this.#shell = null;
    await agent?.detach();
    shell?.close();
  }

  /** Makes a plan, and asks a person with it. Nothing is done before it is confirmed. */
  async ask(make: MakePlan, options: Parameters<MakePlan>[1] = {}): Promise<void> {
    const { session, page } = this.#parts;
    const plan = await session.plan((draft) => make(draft, options));
    if (plan !== null) {
      this.#asked = { plan, make };
      page.confirmation.show({ plan, reader: session.reader });
    }
  }

  #listen(): void {
    const { page } = this.#parts;
    hear(page, "checkpoint-restore", ({ n }) => void this.ask((draft, options) => draft.planRestore(n, options)));
    hear(page, "checkpoint-resume", ({ n }) => void this.ask((draft, options) => draft.planResume(n, options)));
    hear(page, "turn-resume", ({ turn }) => void this.ask((draft, options) => draft.planResume({ turn }, options)));
    hear(
      page,
      "branch-resume",
      ({ branch }) => void this.ask((draft, options) => draft.planResumeBranch(branch, options)),
    );
    hear(page, "history-undo", () => void this.ask((draft) => draft.planUndo()));
    hear(page, "history-redo", () => void this.ask((draft) => draft.planRedo()));
    hear(page, "status-undo", ({ n }) => void this.#undo(n));

    hear(page, "restore-scope", ({ plan, scope }) => {
      const asked = this.#asked;
      if (asked?.plan.id === plan) {
        void this.ask(asked.make, { scope });
      }
    });
    hear(page, "restore-stop", ({ plan }) => {
      const asked = this.#asked;
      if (asked?.plan.id === plan) {
        void this.#stopThenAsk(asked.make);
      }
    });
    hear(
      page,
      "checkpoint-stop-restore",
      ({ n }) => void this.#stopThenAsk((draft, options) => draft.planRestore(n, options)),
    );
    hear(page, "agent-stop-then", ({ name, detail }) => void this.#stopThen(() => tell(page, name, detail)));
    hear(page, "restore-confirm", ({ plan }) => {
      if (this.#asked?.plan.id === plan) {
        void this.#parts.session.apply(this.#asked.plan);
      }
    });
  }

  /** Takes back what was just done and said. What was done since, such as in another tab, is asked about. */
  async #undo(n: number): Promise<void> {
    // Between its plan and its end a second one would plan for files that are gone by then.
    if (this.#undoing) {
      return;
    }
    this.#undoing = true;
    try {
      await this.#undoOnce(n);
    } finally {
      this.#undoing = false;
    }
  }

  async #undoOnce(n: number): Promise<void> {
    const { session } = this.#parts;
    const redo = session.view.status?.way === "redo";
    const make: MakePlan = (draft) => (redo ? draft.planRedo() : draft.planUndo());
    const plan = await session.plan((draft) => make(draft, {}));
    if (plan === null) {
      return;
    }
    if (plan.refused === null && plan.n === n) {
      await session.apply(plan);
    } else {
      await this.ask(make);
    }
  }

  #stopThenAsk(make: MakePlan): Promise<void> {
    return this.#stopThen(() => void this.ask(make));
  }

  async #stopThen(next: () => void): Promise<void> {
    const { session, page } = this.#parts;
    await this.#agent?.host.stop();
    const agent = (await session.opened?.draft.status())?.busy ?? null;
    if (agent === null) {
      next();
    } else {
      page.confirmation.close();
      session.complain(agentWords.elsewhere(agent));
    }
  }

  /** The agent must know no more than the conversation has; what was asked last comes back to the input. */
  async #moved(receipt: Receipt): Promise<void> {
    const moving = this.#agent?.host.moved(receipt);
    if ((receipt.conversation?.prompt ?? null) !== null) {
      this.#parts.showAgent();
    }
    await moving;
  }

  async #attach(): Promise<void> {
    const { session, page } = this.#parts;
    const { opened } = session;
    if (opened === null) {
      page.agent.replaceChildren(make("p", { className: "quiet-text" }, agentWords.noHistory));
    }
    if (opened === null || this.#closed) {
      return;
    }
    const shell = new Shell({
      files: session.files,
      by: "agent",
      checkpoint: (words) => {
        const turn = this.#agent?.host.turn ?? null;
        return session.terminal(words, turn === null ? {} : { turn });
      },
    });
    this.#shell = shell;
    const agent = await attachAgent({
      ...opened,
      shell,
      root: DRAFT_ROOT,
      panel: page.agent,
      beforePrompt: () => this.#save(),
      onChange: (view) => this.#show(view),
    });
    if (this.#closed) {
      await agent.detach();
      shell.close();
      return;
    }
    this.#agent = agent;
    this.#show(agent.host.view);
  }

  /** After the history's worker was ended: the agent is attached to the draft that was opened anew. */
  async #attachAgain(): Promise<void> {
    if (this.#shell === null) {
      return;
    }
    this.#agent?.abandon();
    this.#agent = null;
    this.#shell.close();
    this.#shell = null;
    await this.begin();
  }

  /** The agent sees only what is saved. What cannot be saved stops the prompt: nothing typed is written over. */
  async #save(): Promise<void> {
    const { session } = this.#parts;
    if (session.view.unsaved.size > 0) {
      await session.saveAll();
      const { status, unsaved } = session.view;
      if (unsaved.size > 0 && status?.tone === "bad") {
        throw new Error(status.text);
      }
    } else if (session.view.status?.tone !== "bad") {
      // What was done before is old news by now.
      session.dismiss();
    }
  }

  #show(view: AgentView): void {
    const before = this.#view;
    this.#view = view;
    // The lines of an answer come many times a second, and change nothing else that is shown.
    if (view.state !== before.state || view.turns !== before.turns || view.name !== before.name) {
      this.#parts.changed();
      void this.#parts.session.refresh();
    }
    if (before.state === "working" && view.state !== "working" && !this.#closed) {
      void this.#parts.session.buildTurn();
    }
  }

  /** Whether an agent of another tab is still at work is told to nobody, so it is looked at. */
  #watchElsewhere(): void {
    const isHere = this.note !== null && this.#view.state !== "gone";
    const isAtWork = this.#parts.session.view.conversation.agent !== null;
    if (isAtWork && !isHere && this.#look === null && !this.#closed) {
      this.#look = setTimeout(() => {
        this.#look = null;
        void this.#parts.session.refresh();
      }, LOOK_MS);
    }
  }
}
