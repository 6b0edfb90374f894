// The terminal: xterm for the screen, a line editor of our own, and whatever runs the lines.

import type { Terminal } from "@xterm/xterm";
import { button, emit, make } from "../../dom.js";
import { sharedBeginning } from "../../shell/completion.js";
import { terminal as words } from "../../words/terminal.js";
import { type CellRules, widthOfText } from "./cell-layout.js";
import { CommandHistory } from "./command-history.js";
import type { Edited, TerminalCommands, TerminalProgram, TerminalScreen } from "./commands.js";
import { type Input, KeyReader } from "./keys.js";
import { LineEditor } from "./line-editor.js";
import { LinePainter } from "./line-painter.js";
import { listNames } from "./name-columns.js";
import { openScreen, SET_RIGHT } from "./screen.js";
import { keepScreenReader } from "./screen-reader.js";
import "./web-terminal.css";

/** How many names a completion lists. */
const MOST_NAMES = 200;

/** Tells: `edited` {paths, command} after a line that changed files. */
export class WebTerminal extends HTMLElement {
  readonly #screen = make("div", { className: "terminal-screen" });
  readonly #stop = button(words.stop, () => this.#abort(), { className: "quiet", hidden: true });
  readonly #reader = button(words.screenReader, () => this.#toggleReader(), {
    className: "quiet",
    title: words.screenReaderHint,
  });
  readonly #status = make("span", { className: "quiet-text", role: "status" });
  #terminal: Terminal | null = null;
  #painter: LinePainter | null = null;
  #rules: CellRules | null = null;
  #editor = new LineEditor();
  readonly #keys = new KeyReader();
  #commands: TerminalCommands | null = null;
  #program: TerminalProgram | null = null;
  #running: AbortController | null = null;
  /** Whether a prompt stands there to type at. */
  #ready = false;
  /** What was typed while a command ran. */
  #waiting: Input[] = [];
  #promptMarker: ReturnType<Terminal["registerMarker"]> | undefined;
  #close: () => void = () => undefined;

  connectedCallback(): void {
    if (this.#terminal !== null) {
      return;
    }
    this.ariaLabel = words.name;
    this.setAttribute("role", "region");
    this.replaceChildren(
      make(
        "div",
        { className: "terminal-tools" },
        this.#status,
        this.#stop,
        this.#reader,
        button(words.clear, () => this.#clear(), { className: "quiet" }),
      ),
      this.#screen,
    );
    this.#open();
  }

  disconnectedCallback(): void {
    // It may only have been moved to another place of the page.
    queueMicrotask(() => {
      if (!this.isConnected) {
        this.#abort();
        this.#close();
        this.#terminal = null;
        this.#painter = null;
      }
    });
  }

  /** Says what runs the lines, and shows the first prompt. */
  use(commands: TerminalCommands): void {
    this.#commands = commands;
    this.#editor = new LineEditor(new CommandHistory(commands.history?.load() ?? []));
    this.#print(`\x1b[90m${words.welcome}\x1b[0m\r\n`);
    this.#prompt();
  }

  /** Runs a line as if a person had typed it; not while another one runs. */
  async run(line: string): Promise<void> {
    if (!this.#ready) {
      return;
    }
    this.#editor.set(line);
    this.#draw();
    await this.#run(line);
  }

  /** Gives the whole screen to a program, until it is released. */
  hand(program: TerminalProgram): TerminalScreen {
    const terminal = this.#opened();
    this.#leaveLine();
    this.#program = program;
    // A program says itself where a row begins.
    terminal.options.convertEol = false;
    return {
      get columns() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      write: (data) => terminal.write(data),
      release: () => {
        if (this.#program === program) {
          this.#program = null;
          terminal.options.convertEol = true;
          this.#prompt();
        }
      },
    };
  }

  override focus(): void {
    this.#terminal?.focus();
  }

  #open(): void {
    const { terminal, rules, close } = openScreen(this, this.#screen);
    this.#terminal = terminal;
    this.#rules = rules;
    this.#close = close;
    this.#painter = new LinePainter((data) => terminal.write(data), rules, terminal.cols);
    terminal.onData((data) => this.#input(data));
    terminal.onResize(({ cols, rows }) => this.#resized(cols, rows));
    terminal.attachCustomKeyEventHandler((event) => this.#isOurs(event));
    this.#showReader();
    if (this.#commands !== null) {
      this.#prompt();
    }
  }

  #opened(): Terminal {
    if (this.#terminal === null) {
      throw new Error("The terminal is not on the page.");
    }
    return this.#terminal;
  }

  /** Whether a key is the terminal's; else the browser and the page have it. */
  #isOurs(event: KeyboardEvent): boolean {
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Tab") {
      // Nobody may be caught in here: with nothing to complete, Tab goes on.
      return this.#program !== null || !(event.shiftKey || (this.#ready && this.#editor.line.text === ""));
    }
    if (command && event.key.toLowerCase() === "v") {
      return false;
    }
    if (
      command &&
      event.key.toLowerCase() === "c" &&
      this.#running === null &&
      this.#terminal?.hasSelection() === true
    ) {
      return false;
    }
    return !(command && event.key.toLowerCase() === "s");
  }

  #input(data: string): void {
    if (this.#program !== null) {
      this.#program.input(data);
      return;
    }
    for (const input of this.#keys.read(data)) {
      if (this.#ready) {
        this.#take(input);
      } else if ("key" in input && input.key === "cancel") {
        this.#waiting = [];
        this.#abort();
      } else {
        this.#waiting.push(input);
      }
    }
  }

  #take(input: Input): void {
    switch (this.#editor.take(input)) {
      case "draw":
        this.#draw();
        break;
      case "run":
        void this.#run(this.#editor.line.text);
        break;
      case "cancel":
        this.#leaveLine(words.stopped);
        this.#editor.begin(null);
        this.#prompt();
        break;
      case "complete":
        void this.#complete();
        break;
      case "clear":
        this.#clear();
        break;
      case "nothing":
        break;
    }
  }

  async #run(line: string): Promise<void> {
    const commands = this.#commands;
    this.#leaveLine();
    this.#editor.begin(line);
    commands?.history?.save(this.#editor.history.lines);
    if (commands === null || line.trim() === "") {
      this.#prompt();
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#showRunning(true);
    let changed: readonly string[] = [];
    try {
      const result = await commands.exec(line, running.signal);
      changed = result.changed;
      this.#print(result.stdout + (result.stderr === "" ? "" : `\x1b[31m${result.stderr}\x1b[0m`));
    } catch (thrown) {
      changed = changedOf(thrown);
      this.#print(running.signal.aborted ? stoppedText(thrown) : `\x1b[31m${words.failed(textOf(thrown))}\x1b[0m\r\n`);
    } finally {
      this.#running = null;
      this.#showRunning(false);
      this.#prompt();
    }
    if (changed.length > 0) {
      emit(this, "edited", { paths: changed, command: line } satisfies Edited);
    }
  }

  #abort(): void {
    this.#running?.abort();
  }

  /** Shows the prompt, on a row of its own, once everything before is on the screen. */
  #prompt(): void {
    const terminal = this.#terminal;
    if (terminal === null || this.#program !== null) {
      return;
    }
    terminal.write(SET_RIGHT, () => {
      const { buffer } = terminal;
      if (buffer.active.type === "alternate") {
        terminal.write("\x1b[?1049l");
      }
      terminal.write(buffer.active.cursorX === 0 ? "" : "\r\n", () => {
        this.#promptMarker?.dispose();
        this.#promptMarker = terminal.registerMarker(0);
        this.#painter?.forget();
        this.#ready = true;
        this.#draw();
        this.#takeWaiting();
      });
    });
  }

  #takeWaiting(): void {
    while (this.#ready && this.#waiting.length > 0) {
      const [input] = this.#waiting.splice(0, 1);
      if (input !== undefined) {
        this.#take(input);
      }
    }
  }

  #leaveLine(mark = ""): void {
    if (this.#ready) {
      this.#ready = false;
      if (mark !== "") {
        // The mark stands at the end of the line, whereever the cursor was.
        this.#editor.set(this.#editor.line.text + mark);
        this.#draw();
      }
      this.#painter?.leave();
    }
  }

  #draw(): void {
    const { line, search } = this.#editor;
    const prompt = this.#commands?.prompt() ?? "$ ";
    const searching =
      search === null
        ? null
        : search.query !== "" && search.index === null
          ? words.noMatch(search.query)
          : words.search(search.query);
    this.#painter?.draw({
      prompt: searching ?? prompt,
      paintedPrompt: `\x1b[${searching === null ? 36 : 33}m${searching ?? prompt}\x1b[0m`,
      text: line.text,
      cursor: line.cursor,
    });
  }

  async #complete(): Promise<void> {
    const { line } = this.#editor;
    const completion = await this.#commands?.complete?.(line.text.slice(0, line.cursor)).catch(() => undefined);
    // Typing went on meanwhile.
    if (completion === undefined || !this.#ready || this.#editor.line !== line) {
      return;
    }
    const [only, another] = completion.words;
    const word = another === undefined ? only : sharedBeginning(completion.words);
    if (word !== undefined && word.length > line.cursor - completion.start) {
      this.#editor.complete(completion.start, word);
      this.#draw();
    } else if (another !== undefined) {
      this.#ready = false;
      this.#painter?.leave();
      const more = completion.shown.length - MOST_NAMES;
      const names = listNames(completion.shown.slice(0, MOST_NAMES), this.#opened().cols, (name) =>
        this.#widthOf(name),
      );
      this.#print(`${names}${more > 0 ? `${words.more(more)}\r\n` : ""}`);
      this.#prompt();
    }
  }

  #resized(columns: number, rows: number): void {
    if (this.#program !== null) {
      this.#program.resized(columns, rows);
      return;
    }
    const terminal = this.#opened();
    terminal.write("", () => {
      const { baseY, cursorY } = terminal.buffer.active;
      this.#painter?.resize(columns, Math.max(0, baseY + cursorY - (this.#promptMarker?.line ?? 0)));
    });
  }

  #clear(): void {
    this.#terminal?.clear();
    if (this.#ready) {
      this.#terminal?.write("\x1b[H\x1b[2J");
      this.#prompt();
    }
    this.#terminal?.focus();
  }

  #print(text: string): void {
    this.#terminal?.write(text);
  }

  #widthOf(name: string): number {
    return this.#rules === null ? name.length : widthOfText(name, this.#rules);
  }

  #showRunning(isRunning: boolean): void {
    // The focus must not fall out of the page with the button.
    if (!isRunning && document.activeElement === this.#stop) {
      this.#terminal?.focus();
    }
    this.#stop.hidden = !isRunning;
    this.#status.textContent = isRunning ? words.running : "";
    this.toggleAttribute("running", isRunning);
  }

  #toggleReader(): void {
    const terminal = this.#opened();
    terminal.options.screenReaderMode = terminal.options.screenReaderMode !== true;
    keepScreenReader(terminal.options.screenReaderMode);
    this.#showReader();
  }

  #showReader(): void {
    this.#reader.ariaPressed = String(this.#terminal?.options.screenReaderMode === true);
  }
}

function stoppedText(thrown: unknown): string {
  const text = textOf(thrown);
  return text === words.aborted ? `${words.stopped}\r\n` : `${words.stopped}\r\n\x1b[31m${text}\x1b[0m\r\n`;
}

function changedOf(thrown: unknown): readonly string[] {
  const changed = typeof thrown === "object" && thrown !== null && "changed" in thrown ? thrown.changed : [];
  return Array.isArray(changed) ? changed.filter((path) => typeof path === "string") : [];
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

customElements.define("web-terminal", WebTerminal);
