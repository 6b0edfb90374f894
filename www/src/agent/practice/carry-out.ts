// Carries out the practice agent's steps, through the shell that it was given and nothing else.

import type { FxWorkspace } from "../../history.js";
import type { Remembered } from "./memory.js";
import { deleteCommand, readCommand, sizeCommand, writeCommand } from "./shell-words.js";
import type { Step } from "./steps.js";

/** The turn went wrong; the agent lives on. */
export class Failed extends Error {}
/** A person stopped the turn. */
export class Interrupted extends Error {}
/** The agent shall end as if it had crashed. */
export class Died extends Error {}

/** What steps need. */
export interface Means {
  readonly workspace: FxWorkspace;
  /** Says one or more lines. */
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
  readonly remembered: readonly Remembered[];
}

/** Above this a file would come back cut, and writing it again would lose the rest. */
const MOST_BYTES = 48 * 1024;

/** Does one step after the other. The answer is the question that the turn ends with, if it ends with one. */
export async function carryOut(steps: readonly Step[], means: Means): Promise<{ readonly question: string | null }> {
  for (const step of steps) {
    if (means.signal.aborted) {
      throw new Interrupted();
    }
    if (step.does === "ask") {
      means.say(step.question);
      return { question: step.question };
    }
    await carryOutStep(step, means);
  }
  return { question: null };
}

async function carryOutStep(step: Exclude<Step, { does: "ask" }>, means: Means): Promise<void> {
  const { say, remembered } = means;
  switch (step.does) {
    case "say":
      return say(step.text);
    case "recall":
      return say(recalled(remembered));
    case "count":
      return say(`You asked me ${count(remembered.length, "thing")} before this.`);
    case "wait":
      return pause(step.seconds * 1000, means.signal);
    case "fail":
      throw new Failed(step.message);
    case "die":
      throw new Died();
    case "write":
      await run(writeCommand(step.path, step.text), means);
      return say(`I wrote ${step.path}.`);
    case "delete":
      await run(deleteCommand(step.path), means);
      return say(`I deleted ${step.path}.`);
    case "replace":
      return say(await replace(step, means));
    case "run": {
      const { stdout, stderr, exitCode } = await exec(step.command, means);
      const printed = (stdout + stderr).replace(/\n$/, "");
      say(exitCode === 0 ? `I ran: ${step.command}` : `I ran ${step.command}, and it ended with ${exitCode}.`);
      return printed === "" ? undefined : say(printed);
    }
  }
}

async function replace(step: Step & { does: "replace" }, means: Means): Promise<string> {
  const { path, from, to } = step;
  const size = Number(await run(sizeCommand(path), means));
  if (!(size <= MOST_BYTES)) {
    throw new Failed(`${path} is too large for a practice agent.`);
  }
  const text = await run(readCommand(path), means);
  // Bytes that are no text come as other characters, and writing those back would change the file where nobody asked
  // for it. They show in the length: each becomes longer.
  if (new TextEncoder().encode(text).length !== size) {
    throw new Failed(`${path} is not plain text. I leave it alone.`);
  }
  const times = text.split(from).length - 1;
  if (times === 0) {
    return `There is no “${from}” in ${path}. I changed nothing.`;
  }
  await run(
    writeCommand(
      path,
      text.replaceAll(from, () => to),
    ),
    means,
  );
  return `I replaced “${from}” with “${to}” in ${path}, ${count(times, "time")}.`;
}

/** Runs a command that must go well; the answer is what it printed. */
async function run(command: string, means: Means): Promise<string> {
  const { stdout, stderr, exitCode } = await exec(command, means);
  if (exitCode !== 0) {
    throw new Failed(stderr.trim() === "" ? `A command ended with ${exitCode}.` : stderr.trim());
  }
  return stdout;
}

async function exec(command: string, { workspace, signal }: Means): ReturnType<FxWorkspace["exec"]> {
  try {
    return await workspace.exec({ command, cwd: workspace.info.cwd, signal });
  } catch (thrown) {
    if (signal.aborted) {
      throw new Interrupted();
    }
    throw new Failed(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function recalled(remembered: readonly Remembered[]): string {
  if (remembered.length === 0) {
    return "You asked me nothing before this.";
  }
  const lines = remembered.map(({ prompt }, at) => `${at + 1}. ${prompt.split("\n")[0] ?? ""}`);
  return [`You asked me ${count(remembered.length, "thing")}:`, ...lines].join("\n");
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new Interrupted());
      },
      { once: true },
    );
  });
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
