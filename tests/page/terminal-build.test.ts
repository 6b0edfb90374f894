// The terminal, the build and the preview as a person uses them, on the real page.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FrameLocator, Locator, Page, Worker } from "playwright-core";
import { demoLab } from "./lab.js";

const lab = demoLab();

test("CAP1: what the shell writes is in the editor at once and a checkpoint; what the editor saves, the shell reads", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "ls");
    await said(page, "README.md");
    await run(page, "echo 'hello 漢字' > 'my notes.txt'; cat 'my notes.txt' | wc -c");
    await said(page, "13");
    await row(page, "$ echo 'hello 漢字'").waitFor();
    await page.getByRole("treeitem", { name: "my notes.txt" }).click();
    await page.locator(".cm-content").getByText("hello 漢字").waitFor();

    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("typed ");
    await run(page, "clear; cat 'my notes.txt'");
    await said(page, "my notes.txt: the editor has text that is not saved");
    assert.doesNotMatch(await screen(page), /typed/);
    await page.keyboard.press("Control+s");
    await row(page, "my notes.txt").nth(1).waitFor();
    await run(page, "clear; cat 'my notes.txt'");
    await said(page, "typed hello");

    await run(page, "checkpoint Fix the header");
    await row(page, "Fix the header").waitFor();
    await said(page, "Fix the header");
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
    await said(page, "$ echo first-$((1 + 1))");
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

    // The cursor stands behind wide signs: what is taken out in their middle is what stands there.
    await page.keyboard.type("echo 漢字😀x");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await said(page, /^漢😀x$/m);

    const reader = page.getByRole("button", { name: "Screen reader" });
    await reader.click();
    await page.locator("web-terminal .xterm-accessibility-tree").getByText("two-2").waitFor();
    await page.reload();
    await openTerminal(page);
    assert.equal(await reader.getAttribute("aria-pressed"), "true");
    await page.locator("web-terminal .xterm-accessibility-tree").waitFor({ state: "attached" });

    // Nobody is caught in the terminal: on an empty line Tab goes on.
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement?.className), "xterm-helper-textarea");
  }));

test("a narrower window keeps the line that is being typed whole", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    const long = `echo ${"abcdefghi ".repeat(14)}end`;
    await page.keyboard.type(long);
    await said(page, long);
    await page.setViewportSize({ width: 700, height: 900 });
    await said(page, `$ ${long}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await said(page, `$ ${long}`);
    await page.keyboard.press("Home");
    await page.keyboard.type("true && ");
    await said(page, `$ true && ${long}`);
    assert.equal((await screen(page)).split("echo abc").length, 2);
  }));

test("Ctrl-C ends a command that waits, and Stop one that never rests, while the page goes on", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(page, "echo kept > kept.txt; sleep 60");
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await stop.waitFor();
    await page.getByRole("treeitem", { name: "kept.txt" }).waitFor();
    await page.keyboard.press("Control+c");
    await said(page, "^C");
    await row(page, "$ echo kept").waitFor();

    await run(page, "cd src; while true; do :; done");
    await stop.waitFor();
    // The page answers while the shell spins.
    await page.getByRole("treeitem", { name: "README.md" }).click();
    await page.locator(".cm-content").getByText("Tea timer").first().waitFor();
    await stop.click();
    await said(page, "started anew");
    await run(page, "echo alive; cat kept.txt");
    await said(page, /^alive\nkept$/m);
  }));

test("bytes are exact: a file that the shell copies is the file that it copied", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await openTerminal(page);
    await run(
      page,
      "echo iVBORw0KGgoA/4AB/g== | base64 -d > a.png; cp a.png 'b 漢.png'; cat a.png > c.png; mv c.png d.png",
    );
    await page.getByRole("treeitem", { name: "d.png" }).waitFor();
    const files = await page.evaluate(async () => {
      const found: Record<string, number[]> = {};
      const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
        for await (const [name, handle] of folder.entries()) {
          if (handle.kind === "directory") {
            await walk(handle as FileSystemDirectoryHandle);
          } else if (name.endsWith(".png")) {
            const file = await (handle as FileSystemFileHandle).getFile();
            found[name] = [...new Uint8Array(await file.arrayBuffer())];
          }
        }
      };
      await walk(await navigator.storage.getDirectory());
      return found;
    });
    const bytes = [137, 80, 78, 71, 13, 10, 26, 10, 0, 255, 128, 1, 254];
    assert.deepEqual(files, { "a.png": bytes, "b 漢.png": bytes, "d.png": bytes });
  }));

test("all errors are listed with their places, one leads there, and the next build passes", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await page.locator("app-preview iframe").waitFor();
    await openTerminal(page);
    await run(
      page,
      'cp src/main.ts /tmp/; printf \'import "./one";\\nimport "left-pad";\\nconst = 2;\\n\' > src/main.ts',
    );
    await row(page, "$ cp src/main.ts").waitFor();
    const found = page.locator("build-console");
    await rebuild(page);
    await found.getByText("Build failed with 1 error").waitFor();
    await found.getByRole("button", { name: /main\.ts:3:7/ }).click();
    await page.locator(".cm-activeLine", { hasText: "const = 2;" }).waitFor();

    await openTerminal(page);
    await run(
      page,
      "echo 'export const broken = ;' > src/one.ts; printf 'import \"./one\";\\nimport \"left-pad\";\\n' > src/main.ts",
    );
    await row(page, "$ echo 'export").waitFor();
    await rebuild(page);
    await found.getByText("Build failed with 2 errors").waitFor();
    await found.getByText("The package “left-pad” is not here.").waitFor();
    await found.getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".cm-activeLine", { hasText: "export const broken" }).waitFor();

    await page.getByRole("tab", { name: /Preview/ }).click();
    await page.locator("app-preview").getByText("This is the last build that passed").waitFor();
    await openTerminal(page);
    await run(page, "cp /tmp/main.ts src/; rm src/one.ts");
    await row(page, "$ cp /tmp/main.ts").waitFor();
    await rebuild(page);
    await found.getByText(/Built in \d/).waitFor();
    await page.getByRole("tab", { name: /Preview/ }).click();
    await app(page).getByRole("heading", { name: "Tea timer" }).waitFor();
  }));

test("a compiler that ended by itself is started anew for the next build, and no verdict comes of it", () =>
  lab.withPage(async (page) => {
    await start(page, "Tea timer");
    await row(page, "Template").getByText("Passed").waitFor();
    const compilers = (): Worker[] => page.workers().filter((worker) => worker.url().includes("build-worker"));
    await compilers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error("The compiler falls over.");
      });
    });
    for (const until = Date.now() + 10_000; compilers().length > 0 && Date.now() < until;) {
      await page.waitForTimeout(50);
    }
    assert.equal(compilers().length, 0);
    await row(page, "Template").getByText("Passed").waitFor();
    await openTerminal(page);
    await run(page, "echo '// new' >> src/main.ts");
    await row(page, "$ echo").waitFor();
    await rebuild(page);
    await row(page, "$ echo").getByText("Passed").waitFor();
  }));

test("the preview: a popup runs on stand-ins, says what goes wrong and where, and cannot reach the page", async () => {
  // The app's own error is wanted here; `withPage` would count it as the page's.
  const browser = await lab.browser();
  const page = await browser.open(lab.origin);
  await start(page, "Reading lamp");
  await page.locator("app-preview iframe").waitFor();
  await openTerminal(page);
  await run(
    page,
    `rm -r *; ${Object.entries(counter)
      .map(([path, text]) => `cat > ${path} <<'EOF'\n${text}\nEOF\n`)
      .join("")}`,
  );
  await row(page, "$ rm -r").waitFor();
  await rebuild(page);
  await page
    .locator("build-console")
    .getByText(/Built in \d/)
    .waitFor();
  await page.getByRole("tab", { name: /Preview/ }).click();
  const shown = app(page);
  await shown.getByText("n=0").waitFor();
  await shown.getByText("background says tea").waitFor();
  const color = await shown.locator("h1").evaluate((heading) => getComputedStyle(heading).color);
  assert.equal(color, "rgb(1, 2, 3)");
  const preview = page.locator("app-preview");
  await preview.getByText("chrome.storage, tabs and runtime messages are stand-ins").waitFor();
  await preview.getByText('started { a: [1, "two"] }').waitFor();
  await preview.getByText("kept out: SecurityError").waitFor();
  await preview.getByText("no way home").waitFor();

  await shown.getByRole("button", { name: "More" }).click();
  await shown.getByText("n=1").waitFor();
  await preview.getByRole("button", { name: "Reload preview" }).click();
  await shown.getByText("n=1").waitFor();
  await shown.getByRole("button", { name: "More" }).click();
  await preview.getByText(/Uncaught error: .*two is too much/).waitFor();
  await preview.getByRole("button", { name: /popup\.ts:\d+/ }).click();
  await page.locator(".cm-activeLine", { hasText: "two is too much" }).waitFor();

  await shown.getByRole("link", { name: "Down" }).click();
  await shown.getByText("n=2").waitFor();
  await shown.getByRole("link", { name: "Other" }).click();
  await shown.getByRole("heading", { name: "The other page" }).waitFor();
  await preview.getByRole("combobox").selectOption("popup.html");
  await shown.getByText("n=2").waitFor();
  assert.notEqual(await page.title(), "reached");
  await browser.kill();
});

/** An extension that counts. */
const counter = {
  "manifest.json":
    '{ "manifest_version": 3, "name": "Counter", "version": "1.0", "action": { "default_popup": "popup.html" },\n' +
    '  "background": { "service_worker": "background.ts" }, "options_page": "other.html" }',
  "popup.html":
    '<!doctype html><html><head><link rel="stylesheet" href="popup.css"></head><body><h1>Count</h1><p id="n"></p>\n' +
    '<p id="background"></p><button>More</button> <a href="#end">Down</a> <a href="other.html">Other</a>\n' +
    '<p id="end"></p><script type="module" src="popup.ts"></script></body></html>',
  "popup.css": "h1 { color: rgb(1, 2, 3) }",
  "other.html": "<h1>The other page</h1>",
  "background.ts":
    "chrome.runtime.onMessage.addListener((message: { ask: string }, _: unknown, answer: (text: string) => void) => {\n" +
    '  answer("background says " + message.ask);\n' +
    "});",
  "popup.ts": [
    'const n = document.querySelector("#n")!;',
    'chrome.storage.local.get({ n: 0 }).then(({ n: held }) => (n.textContent = "n=" + held));',
    'chrome.runtime.sendMessage({ ask: "tea" }, (text: string) => {',
    '  document.querySelector("#background")!.textContent = text;',
    "});",
    'console.log("started", { a: [1, "two"] });',
    'try { parent.document.title = "reached"; } catch (error) { console.warn("kept out: " + (error as Error).name); }',
    'fetch(location.ancestorOrigins?.[0] ?? "/").catch(() => console.info("no way home"));',
    'localStorage.setItem("k", "v");',
    'document.querySelector("button")!.addEventListener("click", async () => {',
    "  const { n: held } = await chrome.storage.local.get({ n: 0 });",
    "  await chrome.storage.local.set({ n: held + 1 });",
    '  n.textContent = "n=" + (held + 1);',
    "  setTimeout(() => {",
    '    if (held === 1) throw new Error("two is too much");',
    "  });",
    "});",
  ].join("\n"),
};

async function start(page: Page, template: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: template }).first().click();
  await page.locator("checkpoint-row").first().waitFor();
}

async function rebuild(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /Console/ }).click();
  await page.getByRole("button", { name: "Save & rebuild" }).click();
}

/** The checkpoint whose row holds `text`. */
function row(page: Page, text: string): Locator {
  return page.locator("checkpoint-row").filter({ hasText: text });
}

function app(page: Page): FrameLocator {
  return page.frameLocator("app-preview iframe");
}

async function openTerminal(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /Terminal/ }).click();
  await input(page).focus();
  await said(page, "$");
}

function input(page: Page): Locator {
  return page.locator("web-terminal .xterm-helper-textarea");
}

/** Pastes a line, so that it arrives as one, and runs it. */
async function run(page: Page, line: string): Promise<void> {
  await input(page).focus();
  await paste(page, line);
  await page.keyboard.press("Enter");
}

async function paste(page: Page, text: string): Promise<void> {
  await input(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** What stands on the terminal's screen, row by row. */
async function screen(page: Page): Promise<string> {
  const rows = await page.locator("web-terminal .xterm-rows > div").allTextContents();
  return rows.map((text) => text.replaceAll("\u00a0", " ").trimEnd()).join("\n");
}

/** Waits until the screen shows `what`. Where it is a text, it may go over several rows. */
async function said(page: Page, what: string | RegExp): Promise<void> {
  const flat = (text: string): string => text.replace(/\s/g, "");
  const shows = (text: string): boolean =>
    typeof what === "string" ? flat(text).includes(flat(what)) : what.test(text);
  for (const until = Date.now() + 15_000; Date.now() < until;) {
    if (shows(await screen(page))) {
      return;
    }
    await page.waitForTimeout(50);
  }
  assert.fail(`The terminal does not show ${String(what)}, but:\n${await screen(page)}`);
}
