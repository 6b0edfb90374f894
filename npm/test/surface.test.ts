// What is shipped: no `any` in a declaration, and every file that package.json names.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../", import.meta.url);

test("no shipped declaration says any", () => {
  const declarations = readdirSync(new URL("dist/", root)).filter((name) => name.endsWith(".d.ts"));
  assert.ok(declarations.includes("types.d.ts"));
  for (const name of declarations) {
    const code = readFileSync(new URL(`dist/${name}`, root), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\bany\b/, name);
  }
});

test("everything that package.json exports is there", () => {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { exports: Exports };
  const targets = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  assert.ok(targets.length >= 6);
  for (const target of targets) {
    assert.ok(existsSync(new URL(target, root)), target);
  }
});

type Exports = Record<string, string | Record<string, string>>;
