// The page of one draft: its files, its checkpoints, its command line.

import { button, make, on } from "../dom.js";
import type { Verdict } from "../history.js";
import { checkpointPath, go } from "../route.js";
import type { Session } from "../session.js";
import type { View } from "../view.js";
import { interruptedWords, usageWords } from "../words.js";
import { CheckpointList } from "./checkpoint-list.js";
import { CommandLine } from "./command-line.js";
import { FileEditor } from "./file-editor.js";
import { confirmRestore } from "./restore-dialog.js";
import { StatusLine } from "./status-line.js";

export class DraftPage extends HTMLElement {
  #session: Session | null = null;
  readonly #title = make("h1", {});
  readonly #troubles = make("div", {});
  readonly #files = new FileEditor();
  readonly #message = make("input", { name: "message", placeholder: "What is this state?", ariaLabel: "Message" });
  readonly #take = make("button", { className: "main" }, "Take checkpoint");
  readonly #list = new CheckpointList();
  readonly #status = new StatusLine();
  readonly #command = new CommandLine();
  readonly #usage = make("p", { className: "quiet usage" });
  #filled: string | null = null;

  connectedCallback(): void {
    const home = make("a", { href: "/" }, "All drafts");
    home.addEventListener("click", (event) => {
      event.preventDefault();
      go("/");
    });
    const form = make("form", { className: "line message" }, this.#message, this.#take);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const message = this.#message.value.trim();
      if (message !== "") {
        this.#message.value = "";
        void this.#session?.checkpoint(message);
      }
    });
    const side = make("aside", {}, form, this.#list);
    this.replaceChildren(
      make("header", {}, this.#title, home),
      this.#troubles,
      this.#status,
      make("main", {}, make("div", { className: "work" }, this.#files, this.#command), side),
      this.#usage,
    );
  }

  /** Gives the page its draft. */
  use(session: Session): void {
    this.#session = session;
    on<string>(this.#files, "open", (path) => void session.open(path));
    on<string>(this.#files, "type", (text) => session.type(text));
    on(this.#files, "save", () => void session.save());
    on<number>(this.#list, "restore", (n) => void this.restore(n));
    on<number>(this.#list, "open", (n) => go(checkpointPath(session.view.id, n)));
    on<{ n: number; verdict: Verdict }>(this.#list, "stamp", ({ n, verdict }) => void session.stamp(n, verdict));
    on<number>(this.#status, "undo", (n) => void session.undo(n));
    on<string>(this.#command, "command", (line) => {
      void session.command(line).then((printed) => this.#command.print(line, printed));
    });
  }

  /** Draws what is known of the draft. */
  show(view: View): void {
    document.title = `${view.id} · knowngood`;
    this.#title.textContent = view.id;
    this.#troubles.replaceChildren(
      ...view.troubles.map((trouble) => make("p", { className: "note" }, trouble)),
      ...this.#interrupted(view),
    );
    this.#files.show(view);
    this.#fill(view);
    this.#take.disabled = view.busy !== null;
    this.#list.show(view.id, view.rows, view.good, view.busy !== null);
    this.#status.show(view.status, view.busy);
    this.#usage.textContent = view.usage === null ? "" : usageWords(view.usage);
  }

  /** Opens the confirmation for checkpoint `n`. */
  async restore(n: number): Promise<void> {
    const plan = await this.#session?.plan(n);
    if (plan != null && (await confirmRestore(plan))) {
      await this.#session?.apply(plan);
    }
  }

  // The field is filled when another file or another text of it was read, never while a person types.
  #fill({ opened }: View): void {
    const text = opened?.file.kind === "text" ? opened.file.text : "";
    const key = `${opened?.path ?? ""}\0${text}`;
    if (key !== this.#filled) {
      this.#filled = key;
      this.#files.fill(text);
    }
  }

  #interrupted({ interrupted }: View): HTMLElement[] {
    if (interrupted === null) {
      return [];
    }
    return [
      make(
        "p",
        { className: "note", id: "interrupted" },
        `${interruptedWords(interrupted)} `,
        button("Finish it", () => void this.#session?.recover("finish"), { className: "main" }),
        button("Put everything back", () => void this.#session?.recover("rollBack")),
      ),
    ];
  }
}

customElements.define("draft-page", DraftPage);
