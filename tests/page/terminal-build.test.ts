// The terminal, the build and the preview as a person uses them, on the real page.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("CAP1: what the shell writes is in the editor at once and becomes a checkpoint; what the editor saves, the shell reads", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "ls");
    await said(page, "README.md");
    await run(page, "echo 'hello 漢字' > 'my notes.txt'; cat 'my notes.txt' | wc -c");
    await said(page, "13");
    await page.getByRole("treeitem", { name: "my notes.txt" }).click();
    await page.locator(".cm-content").getByText("hello 漢字").waitFor();
    await page.locator("checkpoint-row").getByText("$ echo 'hello 漢字'").waitFor();

    await page.locator(".cm-content").click();
    await page.keyboard.type("typed ");
    await focusTerminal(page);
    await run(page, "cat 'my notes.txt'");
    await said(page, "my notes.txt: the editor has text that is not saved");
    await page.keyboard.press("Control+s");
    await page.locator("checkpoint-row").getByText(/my notes\.txt/).first().waitFor();
    await run(page, "clear; cat 'my notes.txt'");
    await said(page, /typed/);

    await run(page, "checkpoint Fix the header");
    await said(page, /Fix the header/);
    await page.locator("checkpoint-row").getByText("Fix the header").waitFor();
  }));

test("the line: history outlives a reload, Ctrl-R finds, Tab completes, a paste of two lines waits for Enter", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "echo first-$((1 + 1))");
    await said(page, "first-2");
    await page.reload();
    await openTerminal(page);
    await page.keyboard.press("ArrowUp");
    await said(page, "echo first-$((1 + 1))");
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+r");
    await page.keyboard.type("fir");
    await said(page, "(search) fir: echo first-$((1 + 1))");
    await page.keyboard.press("Enter");
    await said(page, "first-2");

    await page.keyboard.type("cat REA");
    await page.keyboard.press("Tab");
    await said(page, "cat README.md");
    await page.keyboard.press("Control+u");

    await paste(page, "echo one-$((0 + 1))\necho two-$((1 + 1))");
    await said(page, "> echo two-$((1 + 1))");
    assert.doesNotMatch(await screen(page), /one-1/);
    await page.keyboard.press("Enter");
    await said(page, "two-2");

    // The cursor stands behind wide signs: what is typed in their middle goes there.
    await page.keyboard.type("echo 漢字😀x");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await said(page, /^漢😀x$/m);
  }));

test("Ctrl-C ends a command that waits and one that never rests, while the page goes on", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "echo kept > kept.txt; sleep 60");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.keyboard.press("Control+c");
    await said(page, /\^C/);
    await page.locator("checkpoint-row").getByText("$ echo kept").waitFor();

    await run(page, "cd src; while true; do :; done");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    // The page answers while the shell spins.
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.locator(".cm-content").getByText("Tea timer").first().waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await said(page, "started anew");
    await focusTerminal(page);
    await run(page, "echo alive; cat ../kept.txt");
    await said(page, /^alive$/m);
  }));

test("bytes are exact: a file that the shell copies is the file that it copied", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "printf 'iVBORw0KGgoA/4AB/g==' | base64 -d > a.png; cp a.png 'b 漢.png'; cat a.png > c.png; mv c.png d.png");
    await page.getByRole("treeitem", { name: "d.png" }).waitFor();
    await run(page, "clear; for f in a.png 'b 漢.png' d.png; do base64 \"$f\"; done");
    await said(page, /(iVBORw0KGgoA\/4AB\/g==\s+){3}/);
    const sizes = await page.evaluate(async () => {
      const found: number[] = [];
      const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
        for await (const [name, handle] of folder.entries()) {
          if (handle.kind === "directory") {
            await walk(handle as FileSystemDirectoryHandle);
          } else if (name.endsWith(".png")) {
            found.push((await (handle as FileSystemFileHandle).getFile()).size);
          }
        }
      };
      await walk(await navigator.storage.getDirectory());
      return found;
    });
    assert.deepEqual(sizes, [13, 13, 13]);
  }));

test("LIST3: all errors are listed with their places, one leads there, and the next build passes", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await page.locator("app-preview iframe").waitFor();
    await openTerminal(page);
    await run(page, "cp src/main.ts /tmp/; echo 'import \"lodash\"; import \"./nowhere\"; export const broken = ;' > src/one.ts; printf 'import \"./one\";\\nimport \"left-pad\";\\nconst = 2;\\n' > src/main.ts");
    await page.locator("checkpoint-row").getByText("$ cp src/main.ts").waitFor();
    await page.getByRole("button", { name: "Save & rebuild" }).click();
    await page.getByRole("tab", { name: /Console/ }).click();
    const console = page.locator("build-console");
    await console.getByText("Build failed with 1 error").waitFor();
    await console.getByRole("button", { name: /main\.ts:3:7/ }).click();
    await page.locator(".cm-activeLine", { hasText: "const = 2;" }).waitFor();

    await openTerminal(page);
    await run(page, "printf 'import \"./one\";\\nimport \"left-pad\";\\n' > src/main.ts");
    await page.getByRole("button", { name: "Save & rebuild" }).click();
    await page.getByRole("tab", { name: /Console/ }).click();
    await console.getByText("Build failed with 2 errors").waitFor();
    await console.getByText("The package “left-pad” is not here.").waitFor();
    await console.getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".cm-activeLine", { hasText: "export const broken" }).waitFor();

    await page.getByRole("tab", { name: /Preview/ }).click();
    await page.locator("app-preview").getByText("This is the last build that passed").waitFor();
    await openTerminal(page);
    await run(page, "cp /tmp/main.ts src/; rm src/one.ts");
    await page.getByRole("treeitem", { name: "one.ts" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save & rebuild" }).click();
    await page.getByRole("tab", { name: /Console/ }).click();
    await console.getByText(/^Built in \d/).waitFor();
    await page.getByRole("tab", { name: /Preview/ }).click();
    await app(page).getByRole("heading", { name: "Tea timer" }).waitFor();
  }));

test("the preview: a popup runs on stand-ins, says what goes wrong and where, and cannot reach the page", () =>
  lab.withPage(async (page) => {
    await start(page, "Reading lamp");
    await page.locator("app-preview iframe").waitFor();
    await openTerminal(page);
    await run(page, `mkdir -p x; cat > x/popup.html <<'E'
<!doctype html><html><head><link rel="stylesheet" href="p.css"></head>
<body><h1>Count</h1><p id="n"></p><p id="bg"></p><button>More</button><a href="#end">Down</a><a href="other.html">Other</a><p id="end"></p>
<script type="module" src="p.ts"></script></body></html>
