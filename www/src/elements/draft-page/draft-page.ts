// The frame of an open draft: where each part stands. The parts speak for themselves; the frame only shows and hides.

import { button, emit, make } from "../../dom.js";
import { frameWords as words } from "../../words/frame.js";
import { storageWords } from "../../words/storage.js";
import { AgentPanel } from "../agent-panel/agent-panel.js";
import { AppPreview } from "../app-preview/app-preview.js";
import { BuildConsole } from "../build-console/build-console.js";
import { CheckpointList } from "../checkpoint-list/checkpoint-list.js";
import { CheckpointsControl } from "../checkpoints-control/checkpoints-control.js";
import { CodeEditor } from "../code-editor/code-editor.js";
import { DockTabs } from "../dock-tabs/dock-tabs.js";
import { DragBar } from "../drag-bar/drag-bar.js";
import { FileTree } from "../file-tree/file-tree.js";
import { brand } from "../home-page/brand.js";
import { RestoreDialog } from "../restore-dialog/restore-dialog.js";
import { StatusLine } from "../status-line/status-line.js";
import { StoragePanel } from "../storage-panel/storage-panel.js";
import { TakeCheckpoint } from "../take-checkpoint/take-checkpoint.js";
import { ThemeSwitch } from "../theme-switch/theme-switch.js";
import { WebTerminal } from "../web-terminal/web-terminal.js";
import "./draft-page.css";

/** A part that a narrow window shows alone. */
export type Pane = "files" | "editor" | Dock;
/** A part under the editor. */
export type Dock = "preview" | "agent" | "terminal" | "console";

/** What the frame is given. */
export interface DraftPageData {
  readonly pane: Pane;
  readonly dock: Dock;
  readonly checkpointsOpen: boolean;
  /** Errors of the newest build. */
  readonly errors: number;
  /** A part of the header says that work is under way. */
  readonly building: boolean;
  /** What the agent is doing, where it is worth a note. */
  readonly agent: { readonly note: string; readonly tone: "accent" | "warn" } | null;
  readonly troubles: readonly string[];
  /** What a person calls the draft. */
  readonly name: string;
}

const docks: readonly Dock[] = ["preview", "agent", "terminal", "console"];
const panes: readonly Pane[] = ["files", "editor", ...docks];

/** Tells: `choose-pane` {pane}, `choose-tab` {id}, `save`, `save-and-rebuild`, `take-checkpoint` {message}, `open-storage`, `go-home`. */
export class DraftPage extends HTMLElement {
  readonly tree = new FileTree();
  readonly editor = new CodeEditor();
  readonly control = new CheckpointsControl();
  readonly list = new CheckpointList();
  readonly console = new BuildConsole();
  readonly preview = new AppPreview();
  readonly agent = new AgentPanel();
  readonly terminal = new WebTerminal();
  readonly status = new StatusLine();
  readonly storage = new StoragePanel();
  readonly confirmation = new RestoreDialog();
  readonly #tabs = new DockTabs();
  readonly #paneButtons = new Map<Pane, HTMLButtonElement>();
  readonly #panels: Readonly<Record<Dock, HTMLElement>> = {
    preview: this.#panel("preview", this.preview),
    agent: this.#panel("agent", this.agent),
    terminal: this.#panel("terminal", this.terminal),
    console: this.#panel("console", this.console),
  };
  readonly #rebuild = button(words.saveAndRebuild, () => emit(this, "save-and-rebuild"), {
    className: "primary",
    title: words.saveAndRebuildHint,
  });
  readonly #name = make("h1", { className: "visually-hidden" });
  readonly #troubles = make("div", { className: "draft-troubles", role: "status" });
  readonly #side = make("section", { id: "checkpoints-panel", className: "draft-side", ariaLabel: words.checkpoints });
  readonly #sideBar = new DragBar();
  readonly #storageDialog = make("dialog", { className: "storage-dialog", ariaLabel: storageWords.label });
  #shownTroubles: readonly string[] = [];
  #built = false;

  connectedCallback(): void {
    if (!this.#built) {
      this.#built = true;
      this.#build();
    }
  }

  show({ pane, dock, checkpointsOpen, errors, building, agent, troubles, name }: DraftPageData): void {
    this.#name.textContent = name;
    this.dataset["pane"] = pane;
    for (const [id, element] of this.#paneButtons) {
      element.ariaPressed = String(id === pane);
    }
    this.#tabs.show({
      label: words.panes,
      active: dock,
      tabs: docks.map((id) => ({
        id,
        label: words.pane[id],
        panel: `dock-${id}`,
        ...note(id, errors, agent),
      })),
    });
    for (const id of docks) {
      this.#panels[id].hidden = id !== dock;
    }
    this.#side.hidden = !checkpointsOpen;
    this.#sideBar.hidden = !checkpointsOpen;
    this.#rebuild.classList.toggle("working", building);
    if (troubles !== this.#shownTroubles) {
      this.#shownTroubles = troubles;
      this.#troubles.replaceChildren(...troubles.map((trouble) => make("p", {}, trouble)));
    }
  }

  /** Puts the focus on the checkpoints. */
  focusCheckpoints(): void {
    this.#side.querySelector<HTMLElement>("checkpoint-list button, .side-head button")?.focus();
  }

  /** Opens where the history lives. */
  openStorage(): void {
    this.#storageDialog.showModal();
  }

  #build(): void {
    const files = make("nav", { className: "draft-files", ariaLabel: words.pane.files }, this.tree);
    const editor = make("section", { className: "draft-editor", ariaLabel: words.pane.editor }, this.editor);
    const dock = make(
      "section",
      { className: "draft-dock", ariaLabel: words.panes },
      this.#tabs,
      ...docks.map((id) => this.#panels[id]),
    );
    const [filesBar, dockBar] = [new DragBar(), new DragBar()];
    const work = make("div", { className: "draft-work" }, editor, dockBar, dock);
    this.#side.append(
      make(
        "div",
        { className: "side-head" },
        make("h2", {}, words.checkpoints),
        button("×", () => emit(this, "checkpoints-toggle", null), {
          className: "quiet icon",
          ariaLabel: words.closeCheckpoints,
          title: words.closeCheckpoints,
        }),
      ),
      new TakeCheckpoint(),
      this.list,
      make(
        "div",
        { className: "side-foot" },
        button(words.whereKept, () => emit(this, "open-storage"), { className: "quiet" }),
      ),
    );
    const body = make("main", { className: "draft-body" }, files, filesBar, work, this.#sideBar, this.#side);
    this.#storageDialog.append(
      make("h2", {}, storageWords.label),
      this.storage,
      make(
        "div",
        { className: "dialog-actions" },
        button(words.close, () => this.#storageDialog.close()),
      ),
    );
    this.append(
      make(
        "a",
        { href: "#editor-place", className: "skip visually-hidden", onclick: (event) => this.#skip(event) },
        words.skip,
      ),
      this.#header(),
      this.#troubles,
      this.#paneChoice(),
      body,
      this.status,
      this.confirmation,
      this.#storageDialog,
    );
    // What was pressed is gone by then: whoever has no mouse goes on beside it.
    this.addEventListener("close-file", () => this.#keepFocus(() => this.tree.querySelector("[tabindex='0']")));
    this.addEventListener("status-dismiss", () => this.#keepFocus(() => this.control));
    const half = (side: "width" | "height") => (): number => body.getBoundingClientRect()[side] * 0.6;
    const bars = { target: body, least: 140 };
    filesBar.show({
      ...bars,
      label: words.filesBar,
      between: "columns",
      sizes: "before",
      property: "--files",
      most: half("width"),
    });
    dockBar.show({
      ...bars,
      label: words.dockBar,
      between: "rows",
      sizes: "after",
      property: "--dock",
      most: half("height"),
      least: 96,
    });
    this.#sideBar.show({
      ...bars,
      label: words.sideBar,
      between: "columns",
      sizes: "after",
      property: "--side",
      most: half("width"),
      least: 280,
    });
  }

  #keepFocus(next: () => HTMLElement | null): void {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        next()?.focus();
      }
    });
  }

  #header(): HTMLElement {
    return make(
      "header",
      { className: "draft-header" },
      brand(() => emit(this, "go-home")),
      this.#name,
      this.control,
      make(
        "div",
        { className: "header-actions" },
        button(words.save, () => emit(this, "save"), { title: words.saveHint }),
        this.#rebuild,
        new ThemeSwitch(),
      ),
    );
  }

  #paneChoice(): HTMLElement {
    return make(
      "nav",
      { className: "pane-choice", ariaLabel: words.panes },
      ...panes.map((pane) => {
        const element = button(words.pane[pane], () => emit(this, "choose-pane", { pane }), { className: "quiet" });
        this.#paneButtons.set(pane, element);
        return element;
      }),
    );
  }

  #panel(id: Dock, content: HTMLElement): HTMLElement {
    const panel = make("div", { id: `dock-${id}`, className: "dock-panel", role: "tabpanel" }, content);
    panel.setAttribute("aria-labelledby", `tab-dock-${id}`);
    return panel;
  }

  #skip(event: Event): void {
    event.preventDefault();
    emit(this, "choose-pane", { pane: "editor" });
    this.editor.focus();
  }
}

/** The note beside a tab. */
function note(
  id: Dock,
  errors: number,
  agent: DraftPageData["agent"],
): { readonly note: string | null; readonly tone?: "accent" | "warn" } {
  if (id === "agent" && agent !== null) {
    return agent;
  }
  return { note: id === "console" && errors > 0 ? words.problems(errors) : null };
}

customElements.define("draft-page", DraftPage);
