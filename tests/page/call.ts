// Calls the harness in a page; what fails there fails here with the same code, message, hint and paths.

import type { Page } from "playwright-core";
import type { AgentDraft } from "./agent/agent-draft.js";
import type {} from "./agent/main.js";
import type { Harness } from "./harness/harness.js";
import type { Replay } from "./harness/replay.js";

type Methods<Of> = { [Name in keyof Of]: Of[Name] extends (...given: never[]) => unknown ? Name : never }[keyof Of];
type Given<Of, Name extends keyof Of> = Of[Name] extends (...given: infer All) => unknown ? All : never;
type Answer<Of, Name extends keyof Of> = Of[Name] extends (...given: never[]) => infer One ? Awaited<One> : never;

/** An error that crossed from the page. */
export class PageFault extends Error {
  constructor(
    readonly code: string | undefined,
    message: string,
    readonly hint: string | undefined,
    readonly paths: readonly string[] | undefined,
  ) {
    super(message);
  }
}

/** Calls a method of the harness. */
export function call<Name extends Methods<Harness>>(
  page: Page,
  name: Name,
  ...given: Given<Harness, Name>
): Promise<Answer<Harness, Name>> {
  return evaluate(page, "harness", name, given) as Promise<Answer<Harness, Name>>;
}

/** Calls a method of the harness's replay. */
export function callReplay<Name extends Methods<Replay>>(
  page: Page,
  name: Name,
  ...given: Given<Replay, Name>
): Promise<Answer<Replay, Name>> {
  return evaluate(page, "replay", name, given) as Promise<Answer<Replay, Name>>;
}

/** Calls a method of the draft with its agent. */
export function callDraft<Name extends Methods<AgentDraft>>(
  page: Page,
  name: Name,
  ...given: Given<AgentDraft, Name>
): Promise<Answer<AgentDraft, Name>> {
  return evaluate(page, "draft", name, given) as Promise<Answer<AgentDraft, Name>>;
}

interface Fault {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
  readonly paths?: string[];
}

async function evaluate(
  page: Page,
  of: "harness" | "replay" | "draft",
  name: string,
  given: readonly unknown[],
): Promise<unknown> {
  const outcome: { value: unknown } | { fault: Fault } = await page.evaluate(
    async ({ of, name, given }) => {
      type Callable = Record<string, (...given: readonly unknown[]) => unknown>;
      const targets = { harness: () => window.harness, replay: () => window.harness.replay, draft: () => window.draft };
      const target = targets[of]() as unknown as Callable;
      try {
        return { value: await target[name]?.(...given) };
      } catch (thrown) {
        const { code, message, hint, paths } = thrown as Fault;
        return { fault: { code, message, hint, paths } as Fault };
      }
    },
    { of, name, given },
  );
  if ("fault" in outcome) {
    const { code, message, hint, paths } = outcome.fault;
    throw new PageFault(code, message, hint, paths);
  }
  return outcome.value;
}
