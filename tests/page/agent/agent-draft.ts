// A draft with its agent, as the page opens it, and what the tests ask of it.

import { attachAgent, type AttachedAgent } from "../../../www/src/agent/attach.js";
import { AgentPanel } from "../../../www/src/elements/agent-panel/agent-panel.js";
import { DraftFiles } from "../../../www/src/files/draft-files.js";
import type { Branch, Draft, History, Plan, Receipt, Row, Turn } from "../../../www/src/history.js";
import { openHistoryInWorker } from "../../../www/src/history.js";
import { DRAFT_ROOT, Shell } from "../../../www/src/shell/shell.js";

/** Files as text, by path. */
export type Texts = Record<string, string>;

/** What a draft is, as far as a person can see: its files, and what was asked in the live conversation. */
export interface Seen {
  readonly files: Texts;
  readonly prompts: readonly string[];
  /** Whether the stored session bytes are those of the last turn that has some. */
  readonly remembers: readonly string[];
}

/** One draft with its agent. */
export class AgentDraft {
  readonly #history: History;
  readonly #draft: Draft;
  readonly #files: DraftFiles;
  readonly #agent: AttachedAgent;
  readonly #endWorker: () => void;
  readonly #panel: AgentPanel;

  static async open(id: string, panel = new AgentPanel()): Promise<AgentDraft> {
    const { history, end } = await openHistoryInWorker();
    const files = await DraftFiles.open(id);
    const draft = await history.draft(id, { workspace: files.workspace });
    if (!panel.isConnected) {
      document.body.append(panel);
    }
    let turn = (): string | null => null;
    const shell = new Shell({
      files,
      by: "agent",
      checkpoint: (words) => {
        const id = turn();
        return draft.terminal(["checkpoint", ...words], id === null ? {} : { turn: id });
      },
    });
    const agent = await attachAgent({ draft, history, shell, root: DRAFT_ROOT, panel });
    turn = () => agent.host.turn;
    return new AgentDraft(history, draft, files, agent, end, panel);
  }

  private constructor(
    history: History,
    draft: Draft,
    files: DraftFiles,
    agent: AttachedAgent,
    endWorker: () => void,
    panel: AgentPanel,
  ) {
    this.#endWorker = endWorker;
    this.#panel = panel;
    this.#history = history;
    this.#draft = draft;
    this.#files = files;
    this.#agent = agent;
  }

  /** The history's worker is ended in whatever it does; the agent is attached to the draft that is opened anew. */
  async attachAgain(): Promise<void> {
    this.#endWorker();
    this.#agent.abandon();
    this.#files.close();
    window.draft = await AgentDraft.open(this.#draft.id, this.#panel);
  }

  /** Writes as a person does. */
  async write(path: string, text: string): Promise<void> {
    await this.#files.write(path, new TextEncoder().encode(text), "editor");
  }

  /** Begins a turn, writes the files as its agent, and leaves it at that. */
  async beginAndWrite(prompt: string, files: Texts): Promise<void> {
    const turn = crypto.randomUUID();
    await this.#draft.beginTurn({ id: turn, session: "fx", prompt });
    await Promise.all(
      Object.entries(files).map(async ([path, text]) => {
        await this.#files.write(path, new TextEncoder().encode(text), "agent");
        await this.#draft.recordWrite({ session: "fx", turn, path });
      }),
    );
  }

  async capture(label: string): Promise<number | null> {
    return (await this.#draft.capture({ kind: "message", label })).checkpoint?.n ?? null;
  }

  rows(): Promise<Row[]> {
    return this.#draft.checkpoints();
  }

  /** All turns, oldest first. */
  async turns(): Promise<Turn[]> {
    return (await this.#draft.turns()).reverse();
  }

  /** Why the browser had removed its database, in its words. `null`: it had not. */
  lost(): string | null {
    return this.#history.lost;
  }

  branches(): Promise<Branch[]> {
    return this.#draft.branches();
  }

  /** What is there, in the files and in the conversation. */
  async seen(): Promise<Seen> {
    await this.#files.lookAgain();
    const files: Texts = {};
    for (const [path, bytes] of await this.#files.readAll()) {
      files[path] = new TextDecoder().decode(bytes);
    }
    const live = (await this.turns()).filter(({ place }) => place === "live");
    const state = await this.#draft.session("fx");
    // The practice agent's memory is text behind the name that it goes with.
    const memory = /\{"practiceAgent".*\}$/s.exec(new TextDecoder().decode(state?.bytes ?? new Uint8Array()));
    const kept = JSON.parse(memory?.[0] ?? '{"turns":[]}') as { turns: { prompt: string }[] };
    return { files, prompts: live.map(({ prompt }) => prompt), remembers: kept.turns.map(({ prompt }) => prompt) };
  }

  /** The plan of **Resume fx here** for the turn of this number in the live conversation. */
  async planResume(number: number, force = false): Promise<Plan> {
    const turn = (await this.turns()).find(({ place, number: its }) => place === "live" && its === number);
    return this.#draft.planResume({ turn: turn?.id ?? "" }, { force });
  }

  /** Resumes there, as the page does: the files, the conversation, and then the agent. */
  async resume(number: number, force = false): Promise<Receipt> {
    return this.#apply(await this.planResume(number, force));
  }

  async resumeBranch(id: string): Promise<Receipt> {
    return this.#apply(await this.#draft.planResumeBranch(id));
  }

  async undo(): Promise<Receipt> {
    return this.#apply(await this.#draft.planUndo());
  }

  async redo(): Promise<Receipt> {
    return this.#apply(await this.#draft.planRedo());
  }

  /** Moves the conversation without telling the host, as a command in the terminal does. */
  async terminal(line: string): Promise<number> {
    return (await this.#draft.terminal(line)).exitCode;
  }

  /** Deletes the draft's history, as the list of drafts does. */
  deleteHistory(): Promise<void> {
    return this.#history.deleteDraft(this.#draft.id);
  }

  async busy(): Promise<string | null> {
    return (await this.#draft.status()).busy;
  }

  /** Ends a restore that was cut off. `false`: none was. */
  async recover(way: "finish" | "rollBack"): Promise<boolean> {
    if ((await this.#draft.interrupted()) === null) {
      return false;
    }
    await this.#agent.host.moved(await this.#draft.recover(way));
    return true;
  }

  /** Goes back and forth without end, until the browser is killed. Answers only when something fails. */
  async backAndForth(): Promise<string> {
    try {
      for (;;) {
        const [first] = await this.turns();
        if (first === undefined) {
          return `The draft has no turns. Stored: ${JSON.stringify(await this.#history.drafts())}`;
        }
        await this.#draft.apply(await this.#draft.planResume({ turn: first.id }));
        await this.#draft.apply(await this.#draft.planUndo());
      }
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  async close(): Promise<void> {
    await this.#agent.detach();
    await this.#history.close();
  }

  async #apply(plan: Plan): Promise<Receipt> {
    const receipt = await this.#files.restoring(() => this.#draft.apply(plan));
    await this.#agent.host.moved(receipt);
    return receipt;
  }
}
