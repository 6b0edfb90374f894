// What a build finds, makes and says, with the real compiler over drafts in memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildDraft, line, textOf } from "./draft.js";

test("a page's modules become one bundle, in order, and a module that two of them share runs once", async () => {
  const outcome = await buildDraft({
    "index.html":
      '<!doctype html><html><head><title>App</title></head><body><script type="module" src="./src/one.ts"></script>' +
      '<script type="module">import { add } from "./src/shared"; add("inline");</script></body></html>',
    "src/one.ts": 'import { add } from "./shared"; import "./style.css"; add("one" as string);',
    "src/shared.ts": "export const said: string[] = []; export const add = (word: string) => said.push(word);",
    "src/style.css": "body { background: url(dot.png) }",
    "src/dot.png": new Uint8Array([137, 80, 78, 71]),
  });
  assert.deepEqual(outcome.errors.map(line), []);
  assert.equal(outcome.state, "success");
  assert.equal(outcome.page, "index.html");
  const html = textOf(outcome, "index.html");
  assert.match(html, /<link rel="stylesheet" href="index.bundle.css"><\/head>/);
  assert.equal(html.split("<script").length, 2);
  const script = textOf(outcome, "index.bundle.js").replace(/\/\/# source.*/, "");
  assert.equal(script.split("said = []").length, 2);
  assert.ok(script.indexOf('"one"') < script.indexOf('"inline"'));
  assert.match(textOf(outcome, "index.bundle.css"), /data:image\/png;base64,iVBORw==/);
});

test("every error is told, each with its place, not only the first", async () => {
  const outcome = await buildDraft({
    "index.html":
      '<html>\n<head>\n  <link rel="stylesheet" href="gone.css">\n</head>\n<script type="module" src="a.ts"></script>\n<script src="missing.js"></script>\n<script>\n  let x = ;\n</script>',
    "a.ts": 'import "./b";\nimport "./c";\nimport "./nowhere";\n',
    "b.ts": "export const b = (;\n",
    "c.ts": '\nexport const é = "漢"; const ;\n',
    "package.json": '{\n  "name": "x",\n}\n',
  });
  assert.equal(outcome.ok, false);
  assert.equal(outcome.state, "failed");
  assert.equal(outcome.outputs.size, 0);
  const lines = outcome.errors.map(line);
  assert.deepEqual(
    lines.map((one) => one.split(" ", 2).join(" ")),
    [
      "a.ts:3:8 import",
      "b.ts:1:19 code",
      "c.ts:2:29 code",
      "index.html:3:3 page",
      "index.html:6:1 page",
      "index.html:8:11 code",
      "package.json:3:1 json",
    ],
    lines.join("\n"),
  );
});

test("an import that is not there says what is missing: a file, a package, or Node.js", async () => {
  const outcome = await buildDraft({
    "src/main.ts":
      'import "./nowhere";\nexport { createElement } from "react";\nexport * from "@scope/thing/deep";\nimport "../../out";\n',
    "index.html": '<script type="module" src="/src/main.ts"></script><script type="module">import "node:fs"</script>',
  });
  assert.deepEqual(outcome.errors.map(line), [
    "index.html:1:80 package “node:fs” belongs to Node.js. A browser does not have it.",
    "src/main.ts:1:8 import There is no file for “./nowhere”.",
    "src/main.ts:2:31 package The package “react” is not here. Packages are not installed in this editor: use a file of the draft, or import from an https address.",
    "src/main.ts:3:15 package The package “@scope/thing” is not here. Packages are not installed in this editor: use a file of the draft, or import from an https address.",
    "src/main.ts:4:8 import “../../out” leaves the draft.",
  ]);
});

test("a package that the draft holds in node_modules is used, by its exports", async () => {
  const outcome = await buildDraft({
    "src/index.ts":
      'import { one } from "lib"; import { two } from "lib/two"; import three from "old"; console.log(one, two, three);',
    "node_modules/lib/package.json": '{"exports":{".":{"types":"./t.d.ts","import":"./esm.js"},"./two":"./two.js"}}',
    "node_modules/lib/esm.js": "export const one = 'ONE';",
    "node_modules/lib/two.js": "export const two = 'TWO';",
    "node_modules/old/package.json": '{"main":"lib/main"}',
    "node_modules/old/lib/main.js": "module.exports = 'THREE';",
  });
  assert.deepEqual(outcome.errors.map(line), []);
  assert.match(textOf(outcome, "src/index.js"), /ONE[\s\S]*TWO|TWO[\s\S]*ONE/);
  assert.equal(outcome.page, null);
  assert.equal(outcome.ok, true);
});

test("tsconfig.json's paths, its extends and its jsx are followed", async () => {
  const outcome = await buildDraft({
    "tsconfig.json":
      '{ // comments are fine\n "extends": "./base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] }, }, }',
    "base.json": '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h" } }',
    "index.html": '<script type="module" src="src/main.tsx"></script>',
    "src/main.tsx": 'import { h } from "@/h"; document.body.append(<b>hi</b>); import "@/nope";',
    "src/h.ts": "export const h = (tag: string) => document.createElement(tag);",
  });
  assert.deepEqual(outcome.errors.map(line), [
    "src/main.tsx:1:66 import “@/nope” is in the paths of tsconfig.json, but no file is there.",
  ]);
});

test("an extension: popup, options, content scripts and the service worker are built from what the manifest names", async () => {
  const outcome = await buildDraft({
    "manifest.json": JSON.stringify({
      manifest_version: 3,
      name: "Tea timer",
      version: "1.0",
      action: { default_popup: "popup.html", default_icon: { 16: "icon.png" } },
      options_ui: { page: "options.html" },
      background: { service_worker: "background.ts", type: "module" },
      content_scripts: [{ matches: ["<all_urls>"], js: ["content.ts"], css: ["content.css"] }],
    }),
    "popup.html": '<img src="icon.png"><script type="module" src="popup.ts"></script>',
    "popup.ts": 'import { text } from "./text"; document.title = text;',
    "options.html": "<p>Options</p>",
    "text.ts": 'export const text: string = "tea";',
    "background.ts": 'import { text } from "./text"; chrome.runtime.onMessage.addListener(() => text);',
    "content.ts": 'import { text } from "./text"; document.body.append(text);',
    "content.css": "b { color: red }",
    "icon.png": new Uint8Array([1, 2, 3]),
  });
  assert.deepEqual(outcome.errors.map(line), []);
  assert.deepEqual(outcome.pages, [
    { path: "popup.html", kind: "popup" },
    { path: "options.html", kind: "options" },
    { path: "content-script-test.html", kind: "content-script" },
  ]);
  assert.equal(outcome.page, "popup.html");
  assert.equal(outcome.background, "background.js");
  const manifest: unknown = JSON.parse(textOf(outcome, "manifest.json"));
  assert.deepEqual(manifest, {
    manifest_version: 3,
    name: "Tea timer",
    version: "1.0",
    action: { default_popup: "popup.html", default_icon: { 16: "icon.png" } },
    options_ui: { page: "options.html" },
    background: { service_worker: "background.js", type: "module" },
    content_scripts: [{ matches: ["<all_urls>"], js: ["content.js"], css: ["content.css"] }],
  });
  assert.deepEqual(outcome.outputs.get("icon.png"), new Uint8Array([1, 2, 3]));
  assert.match(textOf(outcome, "content.js"), /^\(\(\) => \{/);
  assert.match(textOf(outcome, "content-script-test.html"), /<script src="content.js">/);
});

test("a manifest's own faults have places: broken JSON, a file that is not there, a field that is missing", async () => {
  const broken = await buildDraft({ "manifest.json": '{\n  "manifest_version": 3\n  "name": "x"\n}' });
  assert.deepEqual(broken.errors.map(line), [
    "manifest.json:3:3 manifest This is not valid JSON: a comma is missing here.",
  ]);
  assert.equal(broken.state, "failed");

  const wrong = await buildDraft({
    "manifest.json":
      '{\n  "manifest_version": 2,\n  "name": "x",\n  "version": "one",\n  "action": { "default_popup": "nope.html" },\n  "content_scripts": [{ "js": ["gone.js"] }]\n}',
  });
  assert.deepEqual(wrong.errors.map(line), [
    "manifest.json:2:23 manifest This builds extensions of Manifest V3: “manifest_version” must be 3.",
    "manifest.json:4:14 manifest “version” must be one to four numbers with dots between them.",
    "manifest.json:5:32 manifest “action.default_popup” names “nope.html”, which is not in the draft.",
    "manifest.json:6:23 manifest “content_scripts[0]” needs “matches”, so that it runs somewhere.",
    "manifest.json:6:32 manifest “content_scripts[0].js[0]” names “gone.js”, which is not in the draft.",
  ]);
});

test("a draft with nothing to build says so, and that is neither a success nor a failure", async () => {
  const outcome = await buildDraft({ "README.md": "# Notes" });
  assert.equal(outcome.ok, false);
  assert.equal(outcome.state, "nothing");
  assert.match(outcome.errors[0]?.text ?? "", /^There is nothing to build/);
  assert.equal((await buildDraft({})).state, "nothing");
});

test("scripts without modules keep their global names, and one that imports is told what its tag lacks", async () => {
  const fine = await buildDraft({
    "index.html": '<script src="a.js"></script><script src="b.js"></script>',
    "a.js": "var shared = 1;\n",
    "b.js": "console.log(shared);\n",
  });
  assert.deepEqual(fine.errors.map(line), []);
  assert.match(textOf(fine, "a.js"), /^var shared = 1;/);
  const wrong = await buildDraft({
    "index.html": '<script src="a.js"></script>',
    "a.js": 'import "./b.js";\n',
    "b.js": "1;",
  });
  assert.deepEqual(wrong.errors.map(line), [
    'index.html:1:1 page This script uses import or export, but its tag has no type="module".',
  ]);
});

test("an image that is not there is a warning: the page still runs", async () => {
  const outcome = await buildDraft({ "index.html": '<img src="gone.png"><a href="gone.html">x</a>' });
  assert.equal(outcome.ok, true);
  assert.deepEqual(outcome.warnings.map(line), [
    "index.html:1:6 page This page asks for “gone.png”, which is not in the draft.",
  ]);
});

test("what tools made, packages and hidden folders are not built as the draft's own", async () => {
  const outcome = await buildDraft({
    "index.html": "<p>own</p>",
    "dist/index.html": '<script src="nope.js"></script>',
    "node_modules/x/index.html": '<script src="nope.js"></script>',
    ".cache/index.html": '<script src="nope.js"></script>',
  });
  assert.deepEqual(outcome.errors.map(line), []);
  assert.deepEqual(outcome.pages, [{ path: "index.html", kind: "page" }]);
});
