// A draft with an fx adapter over a shell of a few words, for the tests of fx's contract.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FxAdapter, type FxLaunch, type FxSessionStore, type FxShell, type FxWorkspace } from "../src/fx/index.js";
import { type Draft, type History, init, MemoryWorkspace, openHistory } from "../src/index.js";

/** Gives the package its WebAssembly file, which it would fetch in a browser. */
export async function loadModule(): Promise<void> {
  await init(readFileSync(new URL("../wasm/knowngood_bg.wasm", import.meta.url)));
}

/** Bytes as text. */
export function textOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes == null ? null : new TextDecoder().decode(bytes);
}

/** A shell that writes, removes, prints and waits. */
export class FewWords implements FxShell {
  readonly lines: { readonly line: string; readonly options: Parameters<FxShell["exec"]>[1] }[] = [];
  readonly #workspace: MemoryWorkspace;
  readonly #checkpoint: (line: string) => Promise<{ stdout: string; stderr: string; exitCode: number }>;

  constructor(
    workspace: MemoryWorkspace,
    checkpoint: (line: string) => Promise<{ stdout: string; stderr: string; exitCode: number }>,
  ) {
    this.#workspace = workspace;
    this.#checkpoint = checkpoint;
  }

  async exec(line: string, options: Parameters<FxShell["exec"]>[1]): Promise<Awaited<ReturnType<FxShell["exec"]>>> {
    this.lines.push({ line, options });
    const [word = "", path = "", ...rest] = line.split(" ");
    switch (word) {
      case "write":
        this.#workspace.write(path, rest.join(" "));
        return { stdout: "", stderr: "", exitCode: 0, changed: [path] };
      case "remove":
        this.#workspace.remove(path);
        return { stdout: "", stderr: "", exitCode: 0, changed: [path] };
      case "print":
        return {
          stdout: path.repeat(Number(rest[0])),
          stderr: (rest[1] ?? "").repeat(Number(rest[2])),
          exitCode: 3,
          changed: [],
        };
      case "checkpoint":
        return { ...(await this.#checkpoint(line)), changed: [] };
      case "hold":
      case "hold-for-ever":
        return new Promise((_, reject) => {
          options.signal.addEventListener("abort", () => {
            if (word === "hold") {
              this.#workspace.write("held", "until it was stopped");
              reject(Object.assign(new Error("stopped"), { changed: ["held"] }));
            }
          });
        });
      default:
        throw new Error(`No such command: ${word}`);
    }
  }
}

/** One draft, one adapter, and the instance that was launched last. */
export class FxScene {
  readonly workspace = new MemoryWorkspace({ first: "1" });
  readonly shell: FewWords;
  readonly adapter: FxAdapter;
  /** Ids of the turns that ended. */
  readonly ended: string[] = [];
  readonly troubles: string[] = [];
  /** The revision that the instance holds. */
  revision: string | undefined;
  #launch: FxLaunch | null = null;

  static async open(): Promise<FxScene> {
    const history = await openHistory({ storage: "memory" });
    const scene = new FxScene(history, await FxScene.draft(history));
    await scene.draft.capture({ kind: "template" });
    await scene.launch();
    await scene.adapter.report("idle");
    return scene;
  }

  static async draft(
    history: History,
    workspace?: MemoryWorkspace,
  ): Promise<{ draft: Draft; workspace: MemoryWorkspace }> {
    const files = workspace ?? new MemoryWorkspace({ first: "1" });
    return { draft: await history.draft("d", { workspace: files }), workspace: files };
  }

  readonly draft: Draft;

  private constructor(
    readonly history: History,
    opened: { draft: Draft; workspace: MemoryWorkspace },
  ) {
    this.draft = opened.draft;
    this.workspace = opened.workspace;
    this.shell = new FewWords(this.workspace, (line) =>
      this.draft.terminal(line, this.adapter.turn === null ? {} : { turn: this.adapter.turn }),
    );
    this.adapter = new FxAdapter(this.draft, {
      session: "fx",
      shell: this.shell,
      place: { root: "/draft" },
      onTurnEnded: ({ turn }) => this.ended.push(turn.id),
      onTrouble: (trouble) => this.troubles.push(trouble),
    });
  }

  /** Another adapter over the same draft, as another tab has. */
  async elsewhere(): Promise<FxScene> {
    const other = new FxScene(this.history, await FxScene.draft(this.history, this.workspace));
    await other.launch();
    await other.adapter.report("idle");
    return other;
  }

  get store(): FxSessionStore {
    assert.ok(this.#launch !== null);
    return this.#launch.sessionStore;
  }

  get place(): FxWorkspace {
    assert.ok(this.#launch !== null);
    return this.#launch.workspace;
  }

  /** An instance starts, as fx does: it loads what it is to resume. */
  async started(launch: FxLaunch): Promise<void> {
    this.#launch = launch;
    this.revision = undefined;
    if (launch.args.length > 0) {
      const [last] = await launch.sessionStore.list();
      this.revision = (await launch.sessionStore.load(last?.id ?? ""))?.revision;
    }
  }

  async launch(): Promise<{ readonly args: readonly string[]; readonly store: FxSessionStore }> {
    const launch = await this.adapter.launch();
    await this.started(launch);
    return { args: launch.args, store: launch.sessionStore };
  }

  async rewind(): Promise<void> {
    await this.adapter.rewind({ exit: async () => undefined, start: (launch) => this.started(launch) });
    await this.adapter.report("idle");
  }

  /** Runs a command as the instance that runs now. */
  exec(command: string): ReturnType<FxWorkspace["exec"]> {
    return this.place.exec({ command });
  }

  /** The instance that runs now, for later. */
  late(): { exec(command: string): ReturnType<FxWorkspace["exec"]> } {
    const { place } = this;
    return { exec: (command) => place.exec({ command }) };
  }

  /** fx commits. */
  async commit(text: string): Promise<void> {
    const committed = await this.store.commit("s", new TextEncoder().encode(text), this.revision);
    this.revision = committed.revision;
  }

  /** A whole turn that writes a file and is committed as `text`. */
  async turn(text: string): Promise<void> {
    await this.adapter.beginTurn({ id: crypto.randomUUID(), prompt: `write f ${text}` });
    await this.exec(`write f ${text}`);
    await this.commit(text);
  }

  async turns(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.turn(text);
    }
  }

  /** The first checkpoint of each live turn, oldest turn first. */
  async rowsOfTurns(): Promise<(number | undefined)[]> {
    const turns = (await this.draft.turns()).filter(({ place }) => place === "live").reverse();
    return turns.map(({ checkpoints }) => checkpoints[0]);
  }

  close(): Promise<void> {
    return this.history.close();
  }
}
