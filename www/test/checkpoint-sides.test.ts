// How a file, and the change of a file, can be shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "../src/elements/checkpoint-diff/sides.js";
import { shapeOf } from "../src/elements/parts/file-kind.js";
import { matching } from "../src/elements/parts/matching.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("two texts that differ are compared", () => {
  assert.deepEqual(textsOf(bytes("a\n"), bytes("b\n")), { kind: "texts", before: "a\n", after: "b\n" });
});

test("I1: a change of line ends alone is said, since no line would show it", () => {
  const shown = textsOf(bytes("a\r\nb\r\n"), bytes("a\nb\n"));
  assert.deepEqual(shown, { kind: "sentence", text: "Only its line ends differ: CRLF → LF." });
  const mixed = textsOf(bytes("a\r\nb\n"), bytes("a\nb\n"));
  assert.deepEqual(mixed, { kind: "sentence", text: "Only its line ends differ: CRLF and LF → LF." });
});

test("I1: bytes that are not text and differ are not said to be the same", () => {
  const shown = textsOf(Uint8Array.of(97, 0xff), Uint8Array.of(97, 0xfe));
  assert.equal(shown.kind, "sentence");
  assert.match(shown.kind === "sentence" ? shown.text : "", /differ/);
});

test("a byte order mark and a last line without its end are differences", () => {
  assert.equal(textsOf(bytes("a\n"), bytes("\uFEFFa\n")).kind, "texts");
  assert.equal(textsOf(bytes("a"), bytes("a\n")).kind, "texts");
});

test("a file is shown as what it is", () => {
  assert.deepEqual(shapeOf("a.ts", bytes("let a;\n")), { kind: "text", text: "let a;\n", exact: true });
  assert.deepEqual(shapeOf("a.ts", new Uint8Array()), { kind: "empty" });
  assert.deepEqual(shapeOf("a.bin", Uint8Array.of(1, 0, 2)), { kind: "binary" });
  assert.deepEqual(shapeOf("icons/A.PNG", Uint8Array.of(137, 80)), { kind: "image", type: "image/png" });
  assert.deepEqual(shapeOf("latin.txt", Uint8Array.of(0xe9)), { kind: "text", text: "\uFFFD", exact: false });
  assert.equal(shapeOf(".png", bytes("not an image")).kind, "image");
});

test("a file is found by every part of its path that is typed", () => {
  const files = ["src/a.ts", "src/b.ts", "test/a.ts"].map((path) => ({ path }));
  assert.deepEqual(matching(files, "A src"), [{ path: "src/a.ts" }]);
  assert.deepEqual(matching(files, "  "), files);
  assert.deepEqual(matching(files, "zebra"), []);
});
