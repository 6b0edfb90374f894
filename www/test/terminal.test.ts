// The terminal's line: keys, editing, history, and where it all ends up on the grid.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Terminal } from "@xterm/xterm";
import { cellAfter, type CellRules, widthOfText } from "../src/elements/web-terminal/cell-layout.js";
import { useGraphemes } from "../src/elements/web-terminal/cell-rules.js";
import { CommandHistory } from "../src/elements/web-terminal/command-history.js";
import { type Input, KeyReader } from "../src/elements/web-terminal/keys.js";
import { isUnfinished, left, lineOf, right, wordLeft, wordRight } from "../src/elements/web-terminal/line-buffer.js";
import { LineEditor } from "../src/elements/web-terminal/line-editor.js";
import { LinePainter } from "../src/elements/web-terminal/line-painter.js";
import { listNames } from "../src/elements/web-terminal/name-columns.js";

/** Types keys, with the line before them; the answer is the line with `|` at the cursor. */
function type(data: string, editor = new LineEditor()): string {
  for (const input of new KeyReader().read(data)) {
    editor.take(input);
  }
  const { text, cursor } = editor.line;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function isSearching(editor: LineEditor): boolean {
  return editor.search !== null;
}

test("the line is edited as in a shell", () => {
  assert.equal(type("hello\x1b[D\x1b[D!"), "hel!|lo");
  assert.equal(type("one two\x1b[H\x1b[3~"), "|ne two");
  assert.equal(type("one two\x01>\x05<"), ">one two<|");
  assert.equal(type("one two three\x1b[1;5D\x0b"), "one two |");
  assert.equal(type("one two\x15x"), "x|");
  assert.equal(type("cat a-b/c.ts\x17"), "cat |");
  assert.equal(type("cat a-b/c.ts\x1bb\x1bb\x1bd"), "cat a-b/|.ts");
  assert.equal(type("one two\x17\x01\x19"), "two|one ");
  assert.equal(type("ab\x7f\x7f\x7f"), "|");
});

test("a character that a person sees as one is one step and one deletion", () => {
  const family = "👨‍👩‍👧";
  assert.equal(type(`a${family}\x7f`), "a|");
  assert.equal(type(`${family}é\x1b[D\x1b[D`), `|${family}é`);
  assert.deepEqual(left(lineOf("漢字")), { text: "漢字", cursor: 1 });
  assert.deepEqual(right({ text: "e\u0301x", cursor: 0 }), { text: "e\u0301x", cursor: 2 });
  assert.equal(wordLeft(lineOf("ls 漢字 été")).cursor, 6);
  assert.equal(wordRight({ text: "  été x", cursor: 0 }).cursor, 5);
});

test("a paste of several lines stands in the line, and runs only when Enter is pressed", () => {
  const reader = new KeyReader();
  const inputs: Input[] = [
    ...reader.read("x\x1b[200~echo 1\recho"),
    ...reader.read(" 2\r\x1b[20"),
    ...reader.read("1~\r"),
  ];
  assert.deepEqual(inputs, [
    { text: "x", pasted: false },
    { text: "echo 1\necho 2\n", pasted: true },
    { key: "enter" },
  ]);
});

test("what a printed file makes the terminal answer is not typed", () => {
  const reader = new KeyReader();
  assert.deepEqual(reader.read("\x1b[24;1R\x1b[?1;2c\x1bP1$r0m\x1b\\\x1b]10;rgb:0000/0000/0000\x07"), []);
  assert.deepEqual(reader.read("\x1b[200~a\x1b[31mb\x03\x1b[201~"), [{ text: "a[31mb", pasted: true }]);
});

test("an unfinished line goes on in the next row", () => {
  for (const text of ["echo 'a", 'echo "a', "ls |", "a &&", "b ||", "echo \\"]) {
    assert.equal(isUnfinished(text), true, text);
  }
  for (const text of ["echo 'a'", 'echo "it\'s"', "echo \\'", "ls # don't", "a | b", "it\\'s", "echo a#'b'"]) {
    assert.equal(isUnfinished(text), false, text);
  }
  const editor = new LineEditor();
  assert.equal(type("echo 'one\rtwo\x1b[A", editor), "echo| 'one\ntwo".replace("echo|", "ech|o"));
});

test("history: up and down, by what was typed, and the line that was being typed comes back", () => {
  const history = new CommandHistory(["ls", "cat a", "ls -l"]);
  const editor = new LineEditor(history);
  assert.equal(type("\x1b[A", editor), "ls -l|");
  assert.equal(type("\x1b[A\x1b[A\x1b[A", editor), "ls|");
  assert.equal(type("\x1b[B\x1b[B\x1b[B", editor), "|");
  assert.equal(type("ls\x1b[A\x1b[A", editor), "ls|");
  assert.equal(type("\x1b[B\x1b[B", editor), "ls|");
  assert.deepEqual(history.with("ls -l").lines.length, 3);
  assert.deepEqual(history.with(" secret").lines.length, 3);
  assert.equal(new CommandHistory(Array.from({ length: 900 }, (_, at) => `${at}`)).lines.length, 500);
});

test("Ctrl-R looks backwards, again finds the one before, Escape gives the line back", () => {
  const editor = new LineEditor(new CommandHistory(["echo one", "ls", "echo two"]));
  assert.equal(type("my line\x12ech", editor), "|echo two");
  assert.equal(type("\x12", editor), "|echo one");
  assert.equal(type("\x07", editor), "my line|");
  assert.equal(type("\x12o t\x1b[F", editor), "echo two|");
  assert.equal(isSearching(editor), false);
  type("\x12zzz", editor);
  assert.equal(isSearching(editor), true);
  assert.deepEqual(editor.search, { query: "zzz", index: null });
});

/** The terminal's own rules, without a screen. */
function realRules(): CellRules {
  const providers: unknown[] = [];
  const unicode = { versions: [], activeVersion: "6", register: (provider: unknown) => providers.push(provider) };
  return useGraphemes({ unicode } as unknown as Terminal);
}

test("the grid: wide signs, emoji of many parts, accents, and what does not fit at the edge", () => {
  const rules = realRules();
  assert.equal(widthOfText("abc", rules), 3);
  assert.equal(widthOfText("漢字", rules), 4);
  assert.equal(widthOfText("👨‍👩‍👧", rules), 2);
  assert.equal(widthOfText("e\u0301", rules), 1);
  assert.equal(widthOfText("🇩🇪", rules), 2);
  assert.deepEqual(cellAfter("abcd漢", { row: 0, column: 0 }, 5, rules), { row: 1, column: 2 });
  assert.deepEqual(cellAfter("ab\nc", { row: 0, column: 0 }, 5, rules), { row: 1, column: 1 });
});

test("typing at the end writes one character, so that a screen reader does not read the line again", () => {
  const written: string[] = [];
  const painter = new LinePainter((data) => written.push(data), realRules(), 80);
  const picture = { prompt: "$ ", paintedPrompt: "$ " };
  painter.draw({ ...picture, text: "", cursor: 0 });
  painter.draw({ ...picture, text: "l", cursor: 1 });
  written.length = 0;
  painter.draw({ ...picture, text: "ls", cursor: 2 });
  assert.equal(written.join(""), "s");
  written.length = 0;
  painter.draw({ ...picture, text: "ls", cursor: 1 });
  assert.equal(written.join(""), "\x1b[1D");
});

test("names are set side by side", () => {
  assert.equal(
    listNames(["a", "bbb", "cc"], 10, (name) => name.length),
    "a    bbb\r\ncc\r\n",
  );
  assert.equal(
    listNames(["a"], 1, (name) => name.length),
    "a\r\n",
  );
});
