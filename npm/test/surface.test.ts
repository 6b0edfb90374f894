// What is shipped: no `any` in a declaration, and every file that package.json names.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../", import.meta.url);

test("no shipped declaration says any", () => {
  const files = readdirSync(new URL("dist/", root), { recursive: true, encoding: "utf8" });
  const declarations = files.filter((name) => name.endsWith(".d.ts"));
  assert.ok(declarations.includes("types.d.ts") && declarations.includes("fx/index.d.ts"));
  for (const name of declarations) {
    const code = readFileSync(new URL(`dist/${name}`, root), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\bany\b/, name);
  }
});

test("everything that package.json exports is in the package", () => {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { exports: Exports };
  const targets = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  assert.ok(targets.length >= 6);
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const target of [...targets, "./wasm/knowngood.js"]) {
    assert.ok(packed.includes(`"${target.slice(2)}"`), target);
  }
});

type Exports = Record<string, string | Record<string, string>>;
