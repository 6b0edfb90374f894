// CONV10: the real fx, in a real terminal, over a model that says which prompts it was given. fx is no part of this
// project: FX_FILES names a folder with its fx-term.wasm and fx-sdk.js, and without it these tests are skipped.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { AgentDraft } from "./agent/agent-draft.js";
import { PanelUser } from "./agent/panel.js";
import { opened } from "./agent/visit.js";
import { agentLab } from "./lab.js";

const folder = process.env["FX_FILES"];
const skip = folder === undefined ? "FX_FILES names no folder with fx-term.wasm and fx-sdk.js" : false;

/** What the model was asked, newest last: the prompts of each request. */
const requests: string[][] = [];

const lab = agentLab(answer);

test("CONV10: fx's turns, a rewind, and a model that is given only the turns up to there", { skip }, () =>
  lab.withPage(async (page) => {
    const fx = await start(page);
    await fx.ask("run: echo one > f.txt");
    await fx.ask("run: echo two > f.txt && checkpoint Half way");
    await fx.ask("hello\nin two lines");
    assert.deepEqual(requests.at(-1), [
      "run: echo one > f.txt",
      "run: echo two > f.txt && checkpoint Half way",
      "hello\nin two lines",
    ]);
    const turns = await evaluate(page, (draft) => draft.turns());
    assert.deepEqual(
      turns.map(({ state, writes }) => [state, writes]),
      [
        ["done", ["f.txt"]],
        ["done", ["f.txt"]],
        ["done", []],
      ],
    );
    const rows = await evaluate(page, (draft) => draft.rows());
    assert.equal(rows.find(({ label }) => label === "Half way")?.turn?.number, 2);

    await evaluate(page, (draft) => draft.resume(1));
    await fx.ready();
    const seen = await evaluate(page, (draft) => draft.seen());
    assert.deepEqual([seen.files, seen.prompts], [{ "f.txt": "one\n" }, ["run: echo one > f.txt"]]);
    await fx.input.fill("");
    await fx.ask("and now?");
    const [first, noted, ...more] = requests.at(-1) ?? [];
    assert.deepEqual([first, more], ["run: echo one > f.txt", []]);
    // It is told what it does not remember; what the person asked is kept without that.
    assert.match(noted ?? "", /^\[.*remember.*\]\n\nand now\?$/s);
    assert.equal((await evaluate(page, (draft) => draft.turns())).at(-1)?.prompt, "and now?");

    const [branch] = await evaluate(page, (draft) => draft.branches());
    await page.evaluate((id) => window.draft?.resumeBranch(id), branch?.id ?? "");
    await fx.ready();
    await fx.ask("back again");
    assert.equal(requests.at(-1)?.includes("hello\nin two lines"), true);
    assert.equal(
      requests.at(-1)?.some((prompt) => prompt.includes("and now?")),
      false,
    );
  }),
);

test("CONV9: a reload in a turn of fx: it is unfinished, and the next fx goes on from the turn before", { skip }, () =>
  lab.withPage(async (page) => {
    const fx = await start(page);
    await fx.ask("run: echo one > f.txt");
    await fx.send("wait");
    await fx.state("Working…");
    await page.reload();
    await opened(page);
    await page.locator("[data-turn='2'][data-state='unfinished']").waitFor();
    await fx.ask("still there?");
    assert.deepEqual(requests.at(-1)?.at(0), "run: echo one > f.txt");
    assert.equal(requests.at(-1)?.includes("wait"), false);
  }),
);

test("Stop ends fx's turn as stopped, and fx remembers that it was", { skip }, () =>
  lab.withPage(async (page) => {
    const fx = await start(page);
    await fx.send("wait");
    await fx.state("Working…");
    await fx.stop.click();
    await page.locator("[data-turn='1'][data-state='stopped']").waitFor();
    await fx.ready();
    await fx.ask("go on");
    assert.equal(requests.at(-1)?.includes("wait"), true);
  }),
);

async function start(page: Page): Promise<PanelUser> {
  const fx = new PanelUser(page, "fx");
  await opened(page);
  await page.getByLabel("Model endpoint").fill(lab.origin);
  await page.getByLabel("Key").fill("a key");
  await page.getByRole("button", { name: "Use these" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await fx.ready();
  return fx;
}

/** Asks the draft in the page. */
function evaluate<Value>(page: Page, work: (draft: AgentDraft) => Promise<Value>): Promise<Value> {
  return page.evaluate(`(${String(work)})(window.draft)`) as Promise<Value>;
}

/** Serves fx's files, and the model. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { url = "", method = "" } = request;
  if (folder !== undefined && (url === "/fx/fx-term.wasm" || url === "/fx/fx-sdk.js")) {
    response.setHeader("content-type", url.endsWith("js") ? "text/javascript" : "application/wasm");
    response.end(method === "HEAD" ? undefined : readFileSync(join(folder, url.slice("/fx/".length))));
    return true;
  }
  if (url !== "/v3/ai/language-model") {
    return false;
  }
  const messages = await messagesOf(request);
  // fx says in the same place that a turn was stopped.
  const prompts = messages.filter(({ role }) => role === "user").map(textOf);
  requests.push(prompts.filter((prompt) => !prompt.startsWith("<turn_aborted>")));
  const wanted = prompts.at(-1) ?? "";
  response.setHeader("content-type", "text/event-stream");
  if (wanted === "wait") {
    response.write(event({ type: "text-delta", id: "a", delta: "Let me think" }));
    return true;
  }
  const command = /^run: ([^]*)$/.exec(wanted)?.[1];
  const isDone = messages.at(-1)?.role === "tool";
  const events =
    command !== undefined && !isDone
      ? [
          {
            type: "tool-call",
            toolCallId: `t${requests.length}`,
            toolName: "terminal",
            input: { action: "exec", command },
          },
        ]
      : [{ type: "text-delta", id: "a", delta: "Done." }];
  const reason = command !== undefined && !isDone ? "tool-calls" : "stop";
  for (const one of [...events, { type: "finish", finishReason: { unified: reason, raw: reason } }]) {
    response.write(event(one));
  }
  response.end("data: [DONE]\n\n");
  return true;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

async function messagesOf(request: IncomingMessage): Promise<Message[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return (JSON.parse(Buffer.concat(chunks).toString()) as { prompt: Message[] }).prompt;
}

function textOf({ content }: Message): string {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
