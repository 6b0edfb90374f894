// A small host of the elements: the least that an editor writes to use them, over the real package.

import {
  type Draft,
  type History,
  type MemoryWorkspace,
  type Plan,
  type Receipt,
  KnowngoodError,
  type Scope,
} from "knowngood";
import { AddressPage } from "../../../www/src/elements/address-page/address-page.js";
import { CheckpointList } from "../../../www/src/elements/checkpoint-list/checkpoint-list.js";
import { CheckpointsControl } from "../../../www/src/elements/checkpoints-control/checkpoints-control.js";
import { hear, tell } from "../../../www/src/elements/parts/events.js";
import type { CheckpointReader, Side } from "../../../www/src/elements/parts/reader.js";
import { RestoreDialog } from "../../../www/src/elements/restore-dialog/restore-dialog.js";
import { StatusLine, type StatusLineView } from "../../../www/src/elements/status-line/status-line.js";
import { receiptWords } from "../../../www/src/words/restore.js";

/** Makes a plan; with another scope, the same plan in another way. */
type MakePlan = (options: { readonly scope?: Scope }) => Promise<Plan>;

const sessionNames = new Map([
  ["s1", "fx"],
  ["s2", "fx, second window"],
]);

/** Wires the elements to one draft. */
export class Host {
  readonly #history: History;
  readonly #draft: Draft;
  readonly #workspace: MemoryWorkspace;
  readonly #control = new CheckpointsControl();
  readonly #list = new CheckpointList();
  readonly #dialog = new RestoreDialog();
  readonly #status = new StatusLine();
  readonly #address = new AddressPage();
  readonly #plans = new Map<string, { readonly plan: Plan; readonly make: MakePlan }>();
  readonly reader: CheckpointReader;
  /** The conversation that is looked at. */
  session: string | null = "s1";
  #open = true;

  constructor(history: History, draft: Draft, workspace: MemoryWorkspace) {
    this.#history = history;
    this.#draft = draft;
    this.#workspace = workspace;
    this.reader = {
      diff: (request) => draft.diff(request),
      files: (n) => draft.files(n),
      read: (of: Side, path) => (of === "files" ? Promise.resolve(workspace.read(path)) : draft.read(of, path)),
    };
  }

  /** Shows the draft's list. */
  async showList(): Promise<void> {
    const header = document.createElement("header");
    header.append(this.#control);
    const panel = document.createElement("aside");
    panel.id = "panel";
    panel.setAttribute("aria-label", "Checkpoints");
    panel.append(this.#list);
    const main = document.createElement("main");
    const heading = document.createElement("h1");
    heading.className = "visually-hidden";
    heading.textContent = "Gallery";
    const list = document.createElement("h2");
    list.textContent = "Checkpoints";
    panel.prepend(list);
    main.append(heading, panel, this.#status, this.#dialog);
    document.body.replaceChildren(header, main);
    this.#listen();
    this.say({ status: null, busy: null });
    await this.refresh();
  }

  /** Shows what an address leads to. */
  async showAddress(address: string): Promise<void> {
    document.body.replaceChildren(this.#address);
    const found = await this.#history.lookup(address);
    this.#address.show({ found, name: "Tea timer", reader: this.reader, busy: null });
  }

  /** Reads the draft again. */
  async refresh(busy: string | null = null): Promise<void> {
    // First the look at the files: what a row offers depends on them.
    const here = (await this.#draft.checkpoints()).find((row) => row.current);
    const edited = here !== undefined && (await this.#draft.diff({ from: here.n, stat: true })).files.length > 0;
    const [rows, good, interrupted, { undo, redo, busy: agent, turns: turnCount }, turns, branches, backstops] =
      await Promise.all([
        this.#draft.checkpoints(),
        this.#draft.lastKnownGood(),
        this.#draft.interrupted(),
        this.#draft.status(),
        this.#draft.turns(),
        this.#draft.branches(),
        this.#draft.backstops(),
      ]);
    const current = rows.find((row) => row.current) ?? null;
    const revision = this.#workspace
      .list()
      .map(({ version }) => version)
      .join();
    const { id: draft } = this.#draft;
    const conversations = { turns, branches, session: this.session, sessionNames };
    const files = { rows, good, interrupted, edited, revision, backstops };
    this.#list.show({ draft, reader: this.reader, busy, agent, undo, redo, ...files, ...conversations });
    const open = this.#open;
    this.#control.show({
      name: "Tea timer",
      current,
      edited,
      count: rows.length,
      turns: turnCount,
      open,
      panel: "panel",
    });
  }

  /** Says something in the status line. */
  say(view: StatusLineView): void {
    this.#status.show(view);
  }

  /** Plans, and asks; `again` makes the same plan in another way. */
  async ask(make: MakePlan): Promise<void> {
    const plan = await make({});
    this.#plans.set(plan.id, { plan, make });
    this.#dialog.show({ plan, reader: this.reader });
  }

  #listen(): void {
    hear(document, "checkpoints-toggle", () => {
      this.#open = !this.#open;
      this.#list.parentElement?.toggleAttribute("hidden", !this.#open);
      void this.refresh();
    });
    this.#plansOnRequest();
    hear(document, "checkpoint-build", ({ n }) => {
      void this.#do(async () => void (await this.#draft.stamp(n, { result: "success" })));
    });
    hear(document, "restore-confirm", ({ plan }) => void this.#do(() => this.#apply(plan)));
    hear(
      document,
      "restore-recover",
      ({ way }) => void this.#do(async () => this.#done(await this.#draft.recover(way))),
    );
    hear(document, "status-dismiss", () => this.say({ status: null, busy: null }));
    hear(document, "checkpoint-open", ({ address }, event) => {
      event.preventDefault();
      history.pushState(null, "", address);
      void this.showAddress(address);
    });
  }

  /** Whatever goes back: its plan is made, and shown. */
  #plansOnRequest(): void {
    const ask = (make: MakePlan): void => void this.#do(() => this.ask(make));
    const draft = this.#draft;
    hear(document, "checkpoint-restore", ({ n }) => ask((options) => draft.planRestore(n, options)));
    hear(document, "checkpoint-resume", ({ n }) => ask((options) => draft.planResume(n, options)));
    hear(document, "turn-resume", ({ turn }) => ask((options) => draft.planResume({ turn }, options)));
    hear(document, "branch-resume", ({ branch }) => ask((options) => draft.planResumeBranch(branch, options)));
    hear(document, "history-undo", () => ask(() => draft.planUndo()));
    hear(document, "status-undo", () => ask(() => draft.planUndo()));
    hear(document, "history-redo", () => ask(() => draft.planRedo()));
    hear(document, "restore-scope", ({ plan, scope }) => {
      const make = this.#plans.get(plan)?.make;
      if (make !== undefined) {
        ask((options) => make({ scope, ...options }));
      }
    });
    const stopped = (make: MakePlan): void => {
      ask(async (options) => {
        await this.#stopAgents();
        return make(options);
      });
    };
    hear(document, "restore-stop", ({ plan }) => {
      const make = this.#plans.get(plan)?.make;
      if (make !== undefined) {
        stopped(make);
      }
    });
    hear(document, "agent-stop-then", ({ name, detail }) => {
      void this.#stopAgents().then(() => tell(this.#list, name, detail));
    });
    hear(document, "checkpoint-stop-restore", ({ n }) => stopped((options) => draft.planRestore(n, options)));
  }

  async #apply(id: string): Promise<void> {
    const made = this.#plans.get(id);
    if (made !== undefined) {
      this.#done(await this.#draft.apply(made.plan));
    }
  }

  async #stopAgents(): Promise<void> {
    for (const [session, name] of sessionNames) {
      await this.#draft.reportAgent({ session, name, state: "idle" });
    }
  }

  #done(receipt: Receipt): void {
    const undo = receipt.undo?.n ?? null;
    this.say({ status: { tone: "good", text: receiptWords(receipt), undo }, busy: null });
  }

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      const { message, hint } = thrown instanceof KnowngoodError ? thrown : { message: String(thrown), hint: "" };
      this.say({ status: { tone: "bad", text: message, undo: null, hint }, busy: null });
    }
    await this.refresh();
  }
}
