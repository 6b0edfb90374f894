// fx in a draft: each instance gets its session store and workspace, each commit ends a turn, each rewind a new instance.

import { KnowngoodError, sentenceOf, toKnowngoodError } from "../errors.js";
import { mapLimited } from "../limited.js";
import { Queue } from "../queue.js";
import type { AgentState, Draft, Session, SessionState, Turn, TurnBegun, TurnEnd, TurnEnded } from "../types.js";
import type { FxPermission, FxSessionStore, FxShell, FxWorkspace } from "./contract.js";
import { opened } from "./envelope.js";
import { DraftSessionStore } from "./session-store.js";
import { type FxPlace, ShellWorkspace } from "./workspace.js";

/** Notes of written files that are under way at the same time. */
const WRITES_AT_ONCE = 16;

/** What an adapter is made of. */
export interface FxOptions {
  /** The draft's id of this conversation: the host's choice, the same after each reload. */
  readonly session: string;
  /** What a person calls the agent. Default: `fx`. */
  readonly name?: string;
  readonly shell: FxShell;
  readonly place: FxPlace;
  /** Default: `allow-sandboxed`, since the shell is one. */
  readonly permission?: FxPermission;
  /** Told when a turn was ended, by a commit or by the host. */
  readonly onTurnEnded?: (ended: TurnEnded) => void;
  /** Told what went wrong where no call could say it, such as a written file that was not noted. */
  readonly onTrouble?: (sentence: string) => void;
}

/** What one instance of fx is started with. */
export interface FxLaunch {
  /** `--resume last` where there is something to go on with; else none. */
  readonly args: readonly string[];
  readonly sessionStore: FxSessionStore;
  readonly workspace: FxWorkspace;
  /** The turn that the conversation is at. `null`: it has not begun. */
  readonly turn: Turn | null;
  /** What the agent is to be told before its next prompt. `null`: nothing. */
  readonly note: string | null;
}

/** The host's hands: the adapter never starts or ends anything itself. */
export interface FxHands {
  /** Lets the running instance go. Answers when it is gone. */
  exit(): Promise<void>;
  /** Starts the next one. */
  start(launch: FxLaunch): Promise<void>;
}

/** What is known of a turn's end before it ends. */
export interface FxEnding {
  readonly state?: TurnEnd;
  /** The line that the turn ended with. */
  readonly closingLine?: string;
  /** What the state has to say, such as the agent's question. */
  readonly message?: string;
}

/** A launched instance, as the adapter sees it. */
interface Instance {
  readonly letGo: AbortController;
  readonly workspace: ShellWorkspace;
  /** What the conversation was when it was started, or after its last commit. */
  session: number | null;
}

/** A turn under way. */
interface OpenTurn {
  readonly id: string;
  ending: FxEnding;
}

/** One conversation of fx with a draft. */
export class FxAdapter {
  readonly session: string;
  readonly name: string;
  readonly #draft: Draft;
  readonly #options: FxOptions;
  #instance: Instance | null = null;
  #turn: OpenTurn | null = null;
  /** What moves the conversation from here, one after the other: nobody sees it half done. */
  readonly #steps = new Queue();
  /** fx works on a prompt whose turn could not be begun. */
  #unrecorded = false;
  /** The turn that ended last, and whether the agent went on after its commit. */
  #last: { readonly id: string; readonly state: TurnEnd; wrote: boolean } | null = null;

  constructor(draft: Draft, options: FxOptions) {
    this.#draft = draft;
    this.#options = options;
    this.session = options.session;
    this.name = options.name ?? "fx";
  }

  /** The id of the turn that is under way. */
  get turn(): string | null {
    return this.#turn?.id ?? null;
  }

  /** Makes ready for one instance. The one before is refused everything from now on. */
  async launch(): Promise<FxLaunch> {
    this.letGo();
    const letGo = new AbortController();
    const { shell, place, permission = "allow-sandboxed" } = this.#options;
    const wrote = (paths: readonly string[]): Promise<void> => this.#wrote(instance, paths);
    const workspace = new ShellWorkspace({ shell, place, permission, wrote, signal: letGo.signal });
    const instance: Instance = { letGo, workspace, session: null };
    this.#instance = instance;
    await this.report("starting");
    try {
      return await this.#launch(instance);
    } catch (thrown) {
      this.letGo();
      await this.report("idle");
      throw thrown;
    }
  }

  /** The instance is not to be served any more: its commits are conflicts, its commands are stopped. */
  letGo(): void {
    this.#instance?.letGo.abort(new DOMException("The agent was let go.", "AbortError"));
    this.#instance = null;
  }

  /** Whether the instance that runs knows the conversation as it is. Another tab may have moved it. */
  isCurrent(): Promise<boolean> {
    return this.#steps.run(async () => this.#instance !== null && this.#instance.session === (await this.#revision()));
  }

  /**
   * After a resume, a swap, an undo or a redo: lets the running instance go, and starts the next one, which knows the
   * conversation as it is now. There is no other way: a live instance keeps what it knows.
   */
  async rewind(hands: FxHands): Promise<FxLaunch> {
    // First, so that what the old instance still commits on its way out is refused.
    this.letGo();
    await hands.exit();
    await this.#steps.run(async () => {
      this.#turn = null;
      this.#last = null;
      this.#unrecorded = false;
    });
    const launch = await this.launch();
    await hands.start(launch);
    return launch;
  }

  /** Begins a turn, before the agent does anything for it. */
  beginTurn(turn: { readonly id: string; readonly prompt: string }): Promise<TurnBegun> {
    return this.#steps.run(() => this.#begin(turn));
  }

  /** Notes what the commit that is to come cannot say itself. */
  expect(ending: FxEnding): void {
    if (this.#turn !== null) {
      this.#turn.ending = { ...this.#turn.ending, ...ending };
    }
  }

  /** Ends the turn without a commit: the agent failed, was stopped, or died. `null`: none was under way. */
  endTurn(ending: FxEnding): Promise<TurnEnded | null> {
    return this.#steps.run(() => this.#endOpen(ending));
  }

  /** Says what the agent is doing. While it starts, works or waits, a restore is refused with its name. */
  async report(state: AgentState): Promise<void> {
    await this.#draft.reportAgent({ session: this.session, name: this.name, state });
  }

  async #launch(instance: Instance): Promise<FxLaunch> {
    const state = await this.#draft.session(this.session);
    instance.session = state?.revision ?? null;
    const parts = {
      draft: this.#draft,
      session: this.session,
      instance: crypto.randomUUID(),
      signal: instance.letGo.signal,
      record: (bytes: Uint8Array) => this.#record(instance, bytes),
    };
    return {
      args: hasSomething(state) ? ["--resume", "last"] : [],
      sessionStore: new DraftSessionStore(parts, state),
      workspace: instance.workspace,
      turn: state?.tip ?? null,
      note: state?.note ?? null,
    };
  }

  async #begin({ id, prompt }: { readonly id: string; readonly prompt: string }): Promise<TurnBegun> {
    // A host that begins a turn while one is under way has lost the end of that one.
    await this.#endOpen({ state: "unknown" }).catch((thrown: unknown) => this.#trouble(thrown));
    this.#turn = { id, ending: {} };
    await this.report("starting");
    try {
      const begun = await this.#draft.beginTurn({ id, session: this.session, prompt, name: this.name });
      this.#unrecorded = false;
      await this.#follow(id);
      await this.report("working");
      return begun;
    } catch (thrown) {
      this.#turn = null;
      this.#unrecorded = true;
      await this.report("idle");
      throw thrown;
    }
  }

  async #endOpen(ending: FxEnding): Promise<TurnEnded | null> {
    // What a stopped command still writes belongs to the turn.
    await this.#instance?.workspace.settled();
    this.expect(ending);
    return this.#turn === null ? null : this.#end(this.#turn, undefined);
  }

  /** A commit ends the turn that is under way; one between turns belongs to the last. */
  #record(instance: Instance, bytes: Uint8Array): Promise<boolean> {
    return this.#steps.run(async () => {
      await instance.workspace.settled();
      if (this.#unrecorded) {
        // With the turn before, these bytes would let an agent that is rewound there remember what came after it.
        throw new KnowngoodError("no_turn", "The turn that this belongs to was not begun.", "Ask again.");
      }
      if (this.#turn === null) {
        return this.#addToLast(bytes);
      }
      await this.#endKeeping(this.#turn, bytes);
      return true;
    });
  }

  /** Ends a turn with what fx remembers. Where that cannot be kept, its files still are; fx is told that it is not. */
  async #endKeeping(turn: OpenTurn, bytes: Uint8Array): Promise<void> {
    try {
      await this.#end(turn, bytes);
    } catch (thrown) {
      if (this.#turn !== null) {
        await this.#end(turn, undefined).catch((again: unknown) => this.#trouble(again));
        // What could not be written now is found as an unfinished turn; a restore must not wait for it for ever.
        this.#turn = null;
        await this.report("idle");
      }
      throw thrown;
    }
  }

  async #end(turn: OpenTurn, sessionBytes: Uint8Array | undefined): Promise<TurnEnded> {
    const { state = "done", closingLine, message } = turn.ending;
    try {
      const ended = await this.#draft.endTurn({
        id: turn.id,
        state,
        ...(sessionBytes === undefined ? {} : { sessionBytes }),
        ...(closingLine === undefined ? {} : { closingLine }),
        ...(message === undefined ? {} : { message }),
      });
      this.#turn = null;
      this.#last = { id: turn.id, state, wrote: false };
      await this.#follow(turn.id);
      await this.report(agentStateAfter(state));
      this.#options.onTurnEnded?.(ended);
      return ended;
    } catch (thrown) {
      if (toKnowngoodError(thrown).code === "turn_left") {
        // The conversation was moved from under it: there is no turn to end any more.
        this.#turn = null;
        await this.report("idle");
      }
      throw thrown;
    }
  }

  /** fx also commits when a person changes its model, or when it compacts by itself: no turn, but to be kept. */
  async #addToLast(sessionBytes: Uint8Array): Promise<boolean> {
    const tip = (await this.#draft.session(this.session))?.tip;
    if (tip === undefined) {
      return false;
    }
    const isOurs = this.#last?.id === tip.id;
    if (!(isOurs && this.#last?.wrote === true)) {
      // Ending a turn again adds what came since; what a person changed since is theirs, so it is saved first.
      await this.#draft.capture({ kind: "edit" }).catch((thrown: unknown) => this.#trouble(thrown));
    }
    const state = tip.state === "begun" || tip.state === "unfinished" ? "unknown" : tip.state;
    await this.#draft.endTurn({ id: tip.id, state, sessionBytes });
    this.#last = { id: tip.id, state, wrote: false };
    await this.#follow(tip.id);
    return true;
  }

  async #wrote(instance: Instance, paths: readonly string[]): Promise<void> {
    const turn = this.#turn?.id;
    if (instance !== this.#instance) {
      return;
    }
    if (turn === undefined) {
      if (this.#last !== null && paths.length > 0) {
        this.#last.wrote = true;
      }
      return;
    }
    await mapLimited(paths, WRITES_AT_ONCE, async (path) => {
      try {
        await this.#draft.recordWrite({ session: this.session, turn, path });
      } catch (thrown) {
        // The file is written: the command must not look as if it had failed. But there must be no more of them.
        if (toKnowngoodError(thrown).code === "turn_left") {
          this.letGo();
        }
        this.#trouble(thrown);
      }
    });
  }

  /** The conversation moved to `turn` because of this instance: it still knows it, unless another tab was there since. */
  async #follow(turn: string): Promise<void> {
    const now = await this.#now();
    if (this.#instance !== null && now?.tip.id === turn) {
      this.#instance.session = now.revision;
    }
  }

  async #revision(): Promise<number | null> {
    return (await this.#now())?.revision ?? null;
  }

  async #now(): Promise<Session | undefined> {
    return (await this.#draft.sessions()).find(({ session }) => session === this.session);
  }

  #trouble(thrown: unknown): void {
    this.#options.onTrouble?.(sentenceOf(thrown));
  }
}

/** Whether there is a conversation that fx can go on with. */
function hasSomething(state: SessionState | null): boolean {
  return state !== null && state.bytes !== null && opened(state.bytes).bytes !== null;
}

/** What the agent is doing after a turn that ended as `state`. */
function agentStateAfter(state: TurnEnd): AgentState {
  switch (state) {
    case "needs_input":
    case "done":
    case "idle":
    case "unknown":
      return state;
    case "failed":
    case "stopped":
      return "idle";
  }
}
