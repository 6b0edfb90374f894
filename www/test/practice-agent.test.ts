// The practice agent: what it understands, what it does through a real shell, what it remembers and refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Bash } from "just-bash";
import type { AgentEvents, AgentInstance, AgentTerminal } from "../src/agent/agent.js";
import { memoryBytes, memoryOf, NotAMemory } from "../src/agent/practice/memory.js";
import { practiceAgent } from "../src/agent/practice/practice-agent.js";
import { examples, stepsOf } from "../src/agent/practice/steps.js";
import type { FxSessionStore, FxWorkspace } from "../src/history.js";

test("plain commands become steps", () => {
  check("write notes.md: hello", [{ does: "write", path: "notes.md", text: "hello" }]);
  check("Write a/b.md:\n  two\nlines\n", [{ does: "write", path: "a/b.md", text: "  two\nlines" }]);
  check("replace A with B in file.ts", [{ does: "replace", from: "A", to: "B", path: "file.ts" }]);
  check('replace "a with b" with "" in f', [{ does: "replace", from: "a with b", to: "", path: "f" }]);
  check("delete old.ts", [{ does: "delete", path: "old.ts" }]);
  check("run ls -l | wc", [{ does: "run", command: "ls -l | wc" }]);
  check("what did I ask?", [{ does: "recall" }]);
  check("how many things did I ask?", [{ does: "count" }]);
  check("ask which colour you want", [{ does: "ask", question: "Which colour you want?" }]);
  check("die", [{ does: "die" }]);
  check("fail", [{ does: "fail", message: "I failed, as you asked me to." }]);
  check("fail: the model is away", [{ does: "fail", message: "the model is away" }]);
});

test("a command can be slow, and can fail or die after it did something", () => {
  check("slowly delete a", [
    { does: "wait", seconds: 3 },
    { does: "delete", path: "a" },
  ]);
  check("slowly, 20 seconds, delete a", [
    { does: "wait", seconds: 20 },
    { does: "delete", path: "a" },
  ]);
  check("slowly 0.5 s: delete a", [
    { does: "wait", seconds: 0.5 },
    { does: "delete", path: "a" },
  ]);
  check("slowly 99999 s delete a", [
    { does: "wait", seconds: 600 },
    { does: "delete", path: "a" },
  ]);
  check("die after write a: 1", [{ does: "write", path: "a", text: "1" }, { does: "die" }]);
  check("fail after delete a", [
    { does: "delete", path: "a" },
    { does: "fail", message: "I failed, as you asked me to." },
  ]);
});

test("what is not understood is answered with what is, and nothing is guessed", () => {
  for (const prompt of ["make it nice", "", "write", "delete a b", "replace a in b"]) {
    const [step, ...more] = stepsOf(prompt);
    assert.equal(step?.does, "say", prompt);
    assert.deepEqual(more, []);
  }
  for (const example of examples) {
    assert.ok(!(stepsOf(example)[0]?.does === "say"), `${example} is offered but not understood`);
  }
});

test("its bytes are its whole memory", () => {
  const memory = { id: "practice-1", turns: [{ prompt: "é 👩‍💻\n", answer: "" }] };
  assert.deepEqual(memoryOf(memoryBytes(memory)), memory);
});

test("H5: hostile, foreign and newer bytes are refused with a sentence", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const damaged = [
    bytes(""),
    bytes("null"),
    bytes("[]"),
    bytes("{"),
    new Uint8Array([255, 254, 0]),
    bytes('{"practiceAgent":1}'),
    bytes('{"practiceAgent":1,"id":"a","turns":{}}'),
    bytes('{"practiceAgent":1,"id":"a","turns":[null]}'),
    bytes('{"practiceAgent":1,"id":"a","turns":[{"prompt":1,"answer":""}]}'),
    bytes('{"practiceAgent":2,"id":"a","turns":[]}'),
  ];
  for (const one of damaged) {
    assert.throws(
      () => memoryOf(one),
      (thrown) => thrown instanceof NotAMemory && /\.$/.test(thrown.message),
    );
  }
});

test("it writes, replaces and deletes exactly what was asked, whatever is in the text and the name", async () => {
  const scene = new Scene();
  await scene.start();
  const text = 'it\'s $HOME `x` \\n %s "q" é\t!';
  await scene.turn(`write it's/-a$b.md: ${text}`);
  assert.equal(await scene.file("it's/-a$b.md"), text);
  await scene.turn("write -x: 1.1.1");
  await scene.turn("replace . with $& in -x");
  assert.equal(await scene.file("-x"), "1$&1$&1");
  await scene.turn("delete -x");
  assert.equal(await scene.file("-x"), null);
});

test("it leaves alone what it could not write back whole", async () => {
  const scene = new Scene();
  await scene.start();
  const large = "a".repeat(60_000);
  await scene.bash.writeFile("/draft/large", large);
  await scene.bash.fs.writeFile("/draft/binary", new Uint8Array([0xff, 0x61, 0xc3, 0xa9]));
  await scene.bash.writeFile("/draft/small", "a é");
  assert.match(await scene.turn("replace a with b in large"), /too large/);
  assert.match(await scene.turn("replace a with b in binary"), /not plain text/);
  assert.match(await scene.turn("replace x with b in small"), /changed nothing/);
  assert.equal(await scene.file("large"), large);
  assert.deepEqual([...(await scene.bash.fs.readFileBuffer("/draft/binary"))], [0xff, 0x61, 0xc3, 0xa9]);
});

test("fx commits once after each completed turn, with the revision it got last", async () => {
  const scene = new Scene();
  await scene.start();
  await scene.turn("write a: 1");
  await scene.turn("run cat a");
  assert.deepEqual(
    scene.commits.map(({ expected }) => expected),
    [undefined, "r1"],
  );
  assert.deepEqual(scene.said.slice(-2), ["I ran: cat a", "1"]);
});

test("D2: started with --resume last it remembers what the store holds, and only that", async () => {
  const scene = new Scene();
  await scene.start();
  await scene.turn("write a: 1");
  const after = scene.stored;
  await scene.turn("write a: 2");
  await scene.agent.exit();
  scene.stored = after;
  await scene.start(["--resume", "last"]);
  assert.equal(await scene.turn("what did I ask?"), "You asked me 1 thing:\n1. write a: 1");
  await scene.agent.exit();
  await scene.start();
  assert.equal(await scene.turn("what did I ask?"), "You asked me nothing before this.");
});

test("a failed turn is not remembered; one that was stopped is", async () => {
  const scene = new Scene();
  await scene.start();
  assert.equal(await scene.turn("fail after write a: half"), "I failed, as you asked me to.");
  assert.equal(await scene.file("a"), "half");
  const slow = scene.turn("slowly, 60 s, write a: never");
  await scene.until(() => scene.prompts.at(-1)?.startsWith("slowly") === true);
  scene.agent.interrupt();
  assert.equal(await slow, "Stopped.");
  assert.equal(await scene.file("a"), "half");
  assert.equal(await scene.turn("how many?"), "You asked me 1 thing before this.");
});

test("a question ends the turn", async () => {
  const scene = new Scene();
  await scene.start();
  await scene.turn("ask which colour");
  assert.deepEqual(scene.questions, ["Which colour?"]);
});

test("CONV9: it dies in the middle of a turn: nothing is committed, and what it wrote is there", async () => {
  const scene = new Scene();
  await scene.start();
  scene.agent.prompt("die after write a: half", null);
  assert.match((await scene.agent.exited) ?? "", /died/);
  assert.equal(await scene.file("a"), "half");
  assert.deepEqual(scene.commits, []);
});

test("a refused commit ends it: what it knows is no longer true", async () => {
  const scene = new Scene();
  await scene.start();
  scene.refuse = "The conversation was moved.";
  scene.agent.prompt("write a: 1", null);
  assert.match((await scene.agent.exited) ?? "", /could not go on: The conversation was moved/);
});

function check(prompt: string, steps: ReturnType<typeof stepsOf>): void {
  assert.deepEqual(stepsOf(prompt), steps, prompt);
}

/** The practice agent over a real shell in memory, and a store that shows what it commits. */
class Scene {
  readonly bash = new Bash({ cwd: "/draft", files: { "/draft/.keep": "" } });
  readonly commits: { readonly expected: string | undefined }[] = [];
  readonly prompts: string[] = [];
  readonly said: string[] = [];
  readonly questions: string[] = [];
  stored: { readonly id: string; readonly bytes: Uint8Array; readonly revision: string } | null = null;
  refuse: string | null = null;
  #agent: AgentInstance | null = null;
  #over: () => void = () => undefined;

  get agent(): AgentInstance {
    assert.ok(this.#agent !== null);
    return this.#agent;
  }

  async start(args: readonly string[] = []): Promise<void> {
    const signal = new AbortController().signal;
    const { store, workspace, events } = this;
    this.#agent = await practiceAgent.start({ args, sessionStore: store, workspace, signal, terminal, events });
  }

  /** Gives a prompt, and answers with what was said when the turn is over. */
  async turn(prompt: string): Promise<string> {
    this.said.length = 0;
    const over = new Promise<void>((resolve) => (this.#over = resolve));
    this.agent.prompt(prompt, null);
    await over;
    return this.said.join("\n");
  }

  async file(path: string): Promise<string | null> {
    return this.bash.readFile(`/draft/${path}`).catch(() => null);
  }

  async until(met: () => boolean): Promise<void> {
    while (!met()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  readonly store: FxSessionStore = {
    load: async (id) => (this.stored?.id === id ? this.stored : null),
    commit: async (id, bytes, expected) => {
      if (this.refuse !== null) {
        throw new Error(this.refuse);
      }
      this.commits.push({ expected });
      this.stored = { id, bytes: bytes.slice(), revision: `r${this.commits.length}` };
      queueMicrotask(() => this.#over());
      return { revision: this.stored.revision };
    },
    list: async () => (this.stored === null ? [] : [{ id: this.stored.id, updatedAtMs: 1 }]),
    remove: async () => undefined,
  };

  readonly workspace: FxWorkspace = {
    info: { version: 1, root: "/draft", cwd: "/draft", home: "/home", gitAvailable: false, ephemeral: true },
    permission: "allow-sandboxed",
    exec: ({ command, signal }) =>
      this.bash.exec(command, { cwd: "/draft", ...(signal === undefined ? {} : { signal }) }),
  };

  readonly events: AgentEvents = {
    onPrompt: async (prompt) => void this.prompts.push(prompt),
    onLine: (line) => void this.said.push(line),
    onQuestion: (question) => void this.questions.push(question),
    onTurnFailed: async (message) => {
      this.said.length = 0;
      this.said.push(message);
      this.#over();
    },
  };
}

const nothing = (): void => undefined;
const terminal: AgentTerminal = { cols: 80, rows: 24, write: nothing, onData: () => nothing, onResize: () => nothing };
