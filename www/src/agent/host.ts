// Runs one agent in one draft: prompts become turns, turns become checkpoints, a rewind becomes a new instance.

import { type Draft, FxAdapter, type FxLaunch, type FxShell, type Receipt, saying, type TurnEnd } from "../history.js";
import { agentWords } from "../words/agent.js";
import type { Agent, AgentEvents, AgentInstance, AgentTerminal } from "./agent.js";
import { TurnLock } from "./turn-lock.js";
import { type AgentState, type AgentView, Answers, emptyView } from "./view.js";

/** What a host is made of. */
export interface AgentHostParts {
  readonly draft: Draft;
  readonly shell: FxShell;
  /** Where the shell has the draft's files. */
  readonly root: string;
  readonly agent: Agent;
  readonly terminal: AgentTerminal;
  /** The draft's id of the conversation. Default: `fx`. */
  readonly session?: string;
  /** Done before each prompt, such as saving what is typed: the agent sees only what is saved. */
  readonly beforePrompt?: () => Promise<void>;
  readonly show: (view: AgentView) => void;
}

/** How long a turn that is stopped may take to end by itself. */
const STOP_MS = 3000;

/** How long lines of an answer wait for more of them. */
const LINES_MS = 30;

/** One draft's agent. */
export class AgentHost {
  readonly #parts: AgentHostParts;
  readonly #adapter: FxAdapter;
  readonly #answers = new Answers();
  readonly #turnLock: TurnLock;
  #view: AgentView;
  #instance: { readonly running: AgentInstance; readonly kill: AbortController } | null = null;
  /** Instances that are started or let go, one after the other. */
  #moves: Promise<unknown> = Promise.resolve();
  /** What the agent is to be told with its next prompt. */
  #note: string | null = null;
  #linesTimer: ReturnType<typeof setTimeout> | null = null;
  /** Called when the turn that is under way is over. */
  #turnOver: (() => void)[] = [];

  constructor(parts: AgentHostParts) {
    const { draft, shell, root, agent, session = "fx" } = parts;
    this.#parts = parts;
    this.#turnLock = new TurnLock(draft.id, session);
    this.#adapter = new FxAdapter(draft, {
      session,
      name: agent.name,
      shell,
      place: { root },
      onTurnEnded: ({ turn, message, reason }) => {
        this.#answers.close();
        this.#over(turn.state === "needs_input" ? "needs_input" : "idle");
        this.#set({ trouble: reason === "failed" ? message : this.#view.trouble });
        void this.refresh();
      },
      onTrouble: (trouble) => this.#set({ trouble }),
    });
    this.#view = emptyView(agent.name, agent.practice);
  }

  /** What is shown now. */
  get view(): AgentView {
    return this.#view;
  }

  /** The id of the turn that is under way: what the agent's commands do is that turn's. */
  get turn(): string | null {
    return this.#adapter.turn;
  }

  /**
   * Reads the conversation again, as after each change of the history, here or in another tab. When it was moved under
   * the running instance, the next one is started: a live instance keeps what it knows.
   */
  async refresh(): Promise<void> {
    try {
      await this.#refresh();
    } catch (thrown) {
      this.#set({ trouble: saying(thrown) });
    }
  }

  /** Starts the agent, which goes on with the conversation as it is. */
  start(): Promise<void> {
    return this.#follow();
  }

  /** Gives the agent a prompt. */
  async prompt(text: string): Promise<void> {
    try {
      await this.#prompt(text);
    } catch (thrown) {
      this.#turnLock.give();
      this.#set({ trouble: saying(thrown), putBack: this.#nextPutBack(text) });
    }
  }

  /** Stops the turn that is under way, or the waiting for an answer. Answers when nothing is at work any more. */
  async stop(): Promise<void> {
    if (this.#adapter.turn === null) {
      if (this.#view.state === "starting") {
        this.#instance?.running.interrupt();
      }
      if (this.#instance !== null) {
        this.#set({ state: "idle" });
      }
      this.#turnLock.give();
      await this.#adapter.report("idle");
      return;
    }
    this.#adapter.expect({ state: "stopped", message: agentWords.stopped });
    this.#instance?.running.interrupt();
    const over = new Promise<boolean>((resolve) => this.#turnOver.push(() => resolve(true)));
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), STOP_MS));
    if (!(await Promise.race([over, late]))) {
      await this.#end("stopped", agentWords.stoppedHard);
    }
  }

  /** After a restore, a resume, a swap, an undo or a redo: the agent must know no more than the conversation has. */
  async moved(receipt: Receipt): Promise<void> {
    const { conversation } = receipt;
    if (conversation === null || conversation.session !== this.#adapter.session) {
      await this.refresh();
      return;
    }
    const { prompt } = conversation;
    if (prompt !== null) {
      this.#set({ putBack: this.#nextPutBack(prompt) });
    }
    await this.#follow();
    this.#turnLock.give();
    this.#set({ notice: prompt === null ? agentWords.forgot : `${agentWords.forgot} ${agentWords.putBack}` });
    await this.refresh();
  }

  /** Lets the agent go, as when the page shows another draft. A turn under way is ended with what it had. */
  async close(): Promise<void> {
    await this.#end("stopped", agentWords.stopped);
  }

  /** Lets the agent go without a word to the history, as when the history itself was ended. */
  abandon(): void {
    this.#turnLock.give();
    const instance = this.#instance;
    this.#instance = null;
    instance?.kill.abort();
    this.#adapter.letGo();
  }

  async #refresh(): Promise<void> {
    const turns = await this.#parts.draft.turns();
    const live = turns.filter(({ session, place }) => session === this.#adapter.session && place === "live").reverse();
    this.#set({ turns: live, answers: this.#answers.all() });
    const { turn } = this.#adapter;
    const isLeft = turn !== null && turns.some(({ id, place }) => id === turn && place !== "live");
    if (this.#instance !== null && (isLeft || (turn === null && !(await this.#adapter.isCurrent())))) {
      await this.#follow();
      if (isLeft) {
        this.#turnLock.give();
        this.#set({ trouble: agentWords.movedMeanwhile(this.#parts.agent.name) });
      }
    }
  }

  async #prompt(text: string): Promise<void> {
    const { draft, agent } = this.#parts;
    const { busy } = await draft.status();
    const isOurs =
      this.#view.state === "starting" || this.#view.state === "working" || this.#view.state === "needs_input";
    if ((busy !== null && !isOurs) || !(await this.#turnLock.take())) {
      this.#set({ trouble: agentWords.elsewhere(busy ?? agent.name), putBack: this.#nextPutBack(text) });
      return;
    }
    this.#set({ trouble: null, notice: null });
    await this.#parts.beforePrompt?.();
    await this.#follow();
    if (this.#instance === null) {
      throw new Error(this.#view.trouble ?? agentWords.notStarted(agent.name, ""));
    }
    const note = this.#note;
    this.#note = null;
    this.#set({ state: "starting" });
    this.#instance.running.prompt(text, note);
  }

  /** Sees to it that an instance runs, and that it knows the conversation as it is now. */
  #follow(): Promise<void> {
    return this.#move(async () => {
      if (this.#instance !== null && (await this.#adapter.isCurrent())) {
        return;
      }
      this.#set({ state: "starting", trouble: null });
      try {
        await this.#adapter.rewind({
          exit: () => this.#letInstanceGo(),
          start: (launch) => this.#startInstance(launch),
        });
      } catch (thrown) {
        // Such as a conversation that cannot be read.
        this.#set({ state: "gone", trouble: agentWords.notStarted(this.#parts.agent.name, saying(thrown)) });
      }
    });
  }

  async #startInstance(launch: FxLaunch): Promise<void> {
    const { agent, terminal } = this.#parts;
    const kill = new AbortController();
    this.#note = launch.note;
    try {
      const { args, sessionStore, workspace } = launch;
      const events = this.#events(() => this.#instance?.kill === kill);
      const running = await agent.start({ args, sessionStore, workspace, terminal, events, signal: kill.signal });
      this.#instance = { running, kill };
      void running.exited.then((why) => this.#gone(kill, why));
    } catch (thrown) {
      kill.abort();
      this.#adapter.letGo();
      await this.#adapter.report("idle");
      this.#set({ state: "gone", trouble: agentWords.notStarted(agent.name, saying(thrown)) });
      return;
    }
    await this.#adapter.report("idle");
    this.#set({ state: "idle" });
  }

  /** `isLive`: an instance that was let go is not listened to any more. */
  #events(isLive: () => boolean): AgentEvents {
    const adapter = this.#adapter;
    return {
      onPrompt: async (prompt) => {
        if (!isLive()) {
          throw new Error(agentWords.letGo);
        }
        if (!(await this.#turnLock.take())) {
          throw new Error(agentWords.elsewhere(this.#parts.agent.name));
        }
        const id = crypto.randomUUID();
        this.#answers.begin(id);
        try {
          await adapter.beginTurn({ id, prompt });
        } catch (thrown) {
          // The turn goes on: an agent does not stop because its history cannot be written.
          this.#set({ trouble: agentWords.notRecorded(saying(thrown)) });
        }
        this.#set({ state: "working" });
        await this.refresh();
      },
      onLine: (line) => {
        if (isLive()) {
          this.#answers.add(line);
          adapter.expect({ closingLine: this.#answers.closingLine() });
          this.#showLinesSoon();
        }
      },
      onQuestion: (question) => {
        if (isLive()) {
          adapter.expect({ state: "needs_input", message: question });
        }
      },
      onTurnFailed: async (message) => {
        if (isLive()) {
          this.#answers.add(message);
          await this.#endTurn("failed", message);
        }
      },
    };
  }

  /** The instance is gone. Nothing is started again by itself: the next prompt, or a person, does that. */
  async #gone(kill: AbortController, why: string | null): Promise<void> {
    if (this.#instance?.kill !== kill) {
      return;
    }
    this.#instance = null;
    const { name } = this.#parts.agent;
    await this.#endTurn("stopped", why ?? agentWords.stopped);
    this.#turnLock.give();
    this.#adapter.letGo();
    await this.#adapter.report("idle");
    this.#set({ state: "gone", trouble: why === null ? this.#view.trouble : agentWords.died(name, why) });
    await this.refresh();
  }

  async #endTurn(state: TurnEnd, message: string): Promise<void> {
    try {
      await this.#adapter.endTurn({ state, message });
    } catch (thrown) {
      this.#set({ trouble: agentWords.notRecorded(saying(thrown)) });
      this.#over("idle");
    }
  }

  /** Ends the instance at once, and its turn with what it had. */
  async #end(state: TurnEnd, message: string): Promise<void> {
    const instance = this.#instance;
    this.#instance = null;
    instance?.kill.abort();
    this.#adapter.letGo();
    await this.#endTurn(state, message);
    this.#turnLock.give();
    await this.#adapter.report("idle");
    this.#set({ state: instance === null ? this.#view.state : "gone" });
    await this.refresh();
  }

  async #letInstanceGo(): Promise<void> {
    const instance = this.#instance;
    this.#instance = null;
    if (instance !== null) {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS));
      await Promise.race([instance.running.exit(), late]);
      instance.kill.abort();
    }
  }

  /** Many lines may come at once: they are shown together. */
  #showLinesSoon(): void {
    this.#linesTimer ??= setTimeout(() => {
      this.#linesTimer = null;
      this.#set({ answers: this.#answers.all() });
    }, LINES_MS);
  }

  #over(state: AgentState): void {
    this.#turnLock.give();
    this.#set({ state, answers: this.#answers.all() });
    for (const tell of this.#turnOver.splice(0)) {
      tell();
    }
  }

  #nextPutBack(text: string): AgentView["putBack"] {
    return { text, count: (this.#view.putBack?.count ?? 0) + 1 };
  }

  #move(work: () => Promise<void>): Promise<void> {
    const next = this.#moves.then(work, work);
    this.#moves = next.catch(() => undefined);
    return next;
  }

  #set(change: Partial<AgentView>): void {
    this.#view = { ...this.#view, ...change };
    this.#parts.show(this.#view);
  }
}
