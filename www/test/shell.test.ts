// The shell over a draft, without a page: what it reads, writes, keeps and refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyChanges } from "../src/shell/apply-changes.js";
import { lastWord, sharedBeginning } from "../src/shell/completion.js";
import { limitOutput } from "../src/shell/output-limit.js";
import { type CommandOutput, type LineOptions, type LineResult, ShellSession } from "../src/shell/shell-session.js";
import { MemoryFiles } from "./memory-files.js";

interface Opened {
  readonly files: MemoryFiles;
  readonly session: ShellSession;
  readonly reads: string[];
  readonly checkpoints: (readonly string[])[];
  run(line: string, options?: Partial<LineOptions>): Promise<LineResult>;
}

function open(draft: Readonly<Record<string, string | Uint8Array>>): Opened {
  const files = new MemoryFiles(draft);
  const reads: string[] = [];
  const checkpoints: (readonly string[])[] = [];
  const session = new ShellSession({
    read: (path) => {
      reads.push(path);
      return files.read(path);
    },
    isExecutable: async (path) => files.modeOf(path) === "executable",
    apply: (changes) => applyChanges(files, "shell", changes),
    checkpoint: async (args): Promise<CommandOutput> => {
      checkpoints.push([...args, `${files.files.size} files`]);
      return { stdout: "kept\n", stderr: "", exitCode: 0 };
    },
  });
  session.replaceFiles(files.list().map(({ path, size }) => [path, size]));
  return {
    files,
    session,
    reads,
    checkpoints,
    run: (line, options) => session.run(line, { outputLimitBytes: 65_536, ...options }),
  };
}

test("a listing reads no file, and a command reads only what it names", async () => {
  const { run, reads } = open({ "src/a.ts": "one\n", "src/b.ts": "two\n", "my notes 漢字 😀.md": "x" });
  assert.equal((await run("ls")).stdout, "my notes 漢字 😀.md\nsrc\n");
  assert.equal((await run("find . -name '*.ts' | sort")).stdout, "./src/a.ts\n./src/b.ts\n");
  assert.deepEqual(reads, []);
  assert.equal((await run("cat src/a.ts")).stdout, "one\n");
  assert.deepEqual(reads, ["src/a.ts"]);
});

test("I2: a file that may be run may be run where it is moved or copied to", async () => {
  const { run, files } = open({ "run.sh": "echo hi\n", "plain.sh": "x\n" });
  files.executable.add("run.sh");
  await run("mkdir bin; mv run.sh bin/go.sh; cp bin/go.sh copy.sh; mv plain.sh still-plain.sh");
  assert.deepEqual([...files.executable].sort(), ["bin/go.sh", "copy.sh"]);
  await run("mv bin scripts");
  assert.deepEqual([...files.executable].sort(), ["copy.sh", "scripts/go.sh"]);
});

test("CAP1: a line says which files it changed, and a file written as it was is not one of them", async () => {
  const { run, files } = open({ "a.txt": "same\n", "b.txt": "old\n", "gone.txt": "x" });
  const { changed } = await run("echo same > a.txt; echo new > b.txt; rm gone.txt; echo c > 'new file.txt'");
  assert.deepEqual(changed, ["b.txt", "gone.txt", "new file.txt"]);
  assert.deepEqual(files.writes.sort(), ["b.txt", "new file.txt"]);
  assert.equal(files.text("b.txt"), "new\n");
  assert.equal(files.has("gone.txt"), false);
  assert.deepEqual((await run("ls; cat b.txt")).changed, []);
});

test("bytes in, the same bytes out: a picture is copied, moved, piped and encoded without a change", async () => {
  const picture = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7 + (at >> 8)) & 255);
  const { run, files } = open({ "a b.png": picture });
  const { stderr } = await run(
    "mkdir out; cp 'a b.png' out/cp.png; cat 'a b.png' > out/cat.png; base64 'a b.png' | base64 -d > out/base64.png; cp out/cp.png /tmp/x; mv /tmp/x out/tmp.png; mv out/cp.png out/mv.png",
  );
  assert.equal(stderr, "");
  for (const name of ["cat", "base64", "tmp", "mv"]) {
    assert.deepEqual(files.files.get(`out/${name}.png`), picture, name);
  }
  assert.equal(files.has("out/cp.png"), false);
});

test("folders: an empty one lives in the shell, and one that the shell emptied stays until it is removed", async () => {
  const { run, files, session } = open({ "a/only.txt": "x" });
  assert.equal(
    (await run("mkdir -p deep/er && rm a/only.txt && ls && ls a deep")).stdout,
    "a\ndeep\na:\n\ndeep:\ner\n",
  );
  assert.equal((await run("echo y > a/again.txt; ls a")).stdout, "again.txt\n");
  assert.deepEqual([...files.files.keys()], ["a/again.txt"]);
  session.updateFiles([
    ["b/c.txt", 3],
    ["b/c.txt", null],
  ]);
  assert.match((await run("ls b")).stderr, /No such file or directory/);
  assert.match((await run("echo x > b.txt/file", {})).stderr, /^$/);
  assert.match((await run("echo x > b.txt/file/deeper")).stderr, /not a directory/);
  assert.match((await run("echo x > a")).stderr, /directory/);
  assert.match((await run("mkdir a")).stderr, /exists/);
  assert.match((await run("rmdir a")).stderr, /not empty/i);
});

test("a file where a folder was, and a folder where a file was", async () => {
  const { run, files } = open({ "x/one.txt": "1", "x/two.txt": "2", y: "file" });
  assert.equal((await run("rm -r x y && echo file > x && mkdir y && echo in > y/z")).stderr, "");
  assert.deepEqual([...files.files.keys()].sort(), ["x", "y/z"]);
});

test("nothing is lost when a write fails in the middle of a move", async () => {
  const { run, files } = open({ "a.txt": "precious" });
  files.failing.add("b.txt");
  const { stderr, exitCode } = await run("mv a.txt b.txt");
  assert.match(stderr, /b\.txt: could not be written: The disk is full/);
  assert.equal(exitCode, 1);
  assert.equal(files.text("a.txt"), "precious");
});

test("`checkpoint` gets its arguments split, after what the line wrote before it is there", async () => {
  const { run, checkpoints } = open({});
  const { stdout } = await run('echo 1 > a; checkpoint Fix "the  header" --json; echo 2 > b');
  assert.equal(stdout, "kept\n");
  assert.deepEqual(checkpoints, [["Fix", "the  header", "--json", "1 files"]]);
});

test("the shell stays where it went, and keeps its variables and aliases; a line with its own place does not move it", async () => {
  const { run } = open({ "src/lib/a.ts": "x" });
  assert.equal((await run("cd src; NAME=tea; alias l=ls")).cwd, "/draft/src");
  assert.equal((await run("pwd; echo $NAME")).stdout, "/draft/src\ntea\n");
  assert.equal((await run("pwd", { cwd: "/draft/src/lib" })).stdout, "/draft/src/lib\n");
  assert.equal((await run("pwd; cat lib/a.ts")).stdout, "/draft/src\nx");
  assert.equal((await run("cd ..; rm -r src; cd; pwd")).stdout, "/draft\n");
});

test("what an editor saves is what the shell reads", async () => {
  const { run, files, session } = open({ "a.txt": "old" });
  await files.write("a.txt", new TextEncoder().encode("new text"));
  session.updateFiles([["a.txt", 8]]);
  assert.equal((await run("cat a.txt; wc -c < a.txt")).stdout.replace(/\s+/g, " "), "new text8 ");
});

test("an abort ends a loop, and what was written until then is there", async () => {
  const { run, files } = open({});
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await run("echo kept > a.txt; while true; do sleep 0.01; done", { signal: stop.signal });
  assert.equal(files.text("a.txt"), "kept\n");
});

test("a file is seen while its command still runs, but never one that is only emptied for the moment", async () => {
  const { run, files } = open({ "log.txt": "", "kept.txt": "kept" });
  const running = run("echo now > log.txt; { sleep 1.2; echo late; } > kept.txt");
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.equal(files.text("log.txt"), "now\n");
  assert.equal(files.text("kept.txt"), "kept");
  await running;
  assert.equal(files.text("kept.txt"), "late\n");
});

test("what is not here says so, and what was run is listed", async () => {
  const { run } = open({});
  const { stderr, exitCode } = await run("git status");
  assert.match(stderr, /^git: this draft's history is its checkpoints/);
  assert.equal(exitCode, 127);
  assert.equal((await run("history")).stdout, "    1  git status\n    2  history\n");
});

test("links are refused with a sentence: a checkpoint could not keep them", async () => {
  const { run, files } = open({ "a.txt": "x" });
  const { stderr, exitCode } = await run("ln -s a.txt b.txt");
  assert.notEqual(exitCode, 0);
  assert.match(stderr, /^ln: /);
  assert.equal((await run("ln a.txt b.txt")).exitCode, 1);
  assert.deepEqual([...files.files.keys()], ["a.txt"]);
});

test("output over the limit is cut between characters, with a note", async () => {
  assert.equal(limitOutput("short", 64), "short");
  assert.equal(limitOutput("漢字", 6), "漢字");
  assert.equal(limitOutput("漢字", 5), "漢\n[output cut here: 3 more bytes]\n");
  const { run } = open({});
  const { stdout } = await run("seq 1 100000", { outputLimitBytes: 65_536 });
  assert.ok(stdout.length < 65_700);
  assert.match(stdout, /\[output cut here: [\d,]+ more bytes\]\n$/);
});

test("completion: commands first, then paths, quoted as they must be", async () => {
  const { session } = open({ "src/my file.ts": "", "src/main.ts": "", "README.md": "", ".hidden": "", "漢字.txt": "" });
  assert.ok((await session.complete("chec")).words.includes("checkpoint "));
  assert.deepEqual((await session.complete("cat s")).words, ["src/"]);
  assert.deepEqual((await session.complete("cat src/m")).words, ["src/main.ts ", "src/my\\ file.ts "]);
  assert.deepEqual((await session.complete("cat 'src/my")).words, ["'src/my file.ts' "]);
  assert.deepEqual((await session.complete("cat src/my\\ f")).words, ["src/my\\ file.ts "]);
  assert.deepEqual((await session.complete("cat .h")).words, [".hidden "]);
  assert.deepEqual((await session.complete("ls | cat 漢")).words, ["漢字.txt "]);
  assert.deepEqual((await session.complete("cat ~/REA")).words, ["~/README.md "]);
  assert.equal(lastWord("a=1 ls | gre").isCommand, true);
  assert.equal(lastWord("ls -l ").isCommand, false);
  assert.equal(sharedBeginning(["src/main.ts ", "src/my\\ file.ts "]), "src/m");
  assert.equal(sharedBeginning(["😀a", "😁b"]), "");
});
