// The tasks of the page's main thread, as the browser itself traces them: how long each was, and how much of that the
// thread really worked. On a machine whose cores are busy the two differ.

import type { CDPSession } from "playwright-core";
import { WATCH_BEGINS, WATCH_ENDS } from "./page/probe.js";

/** The longest task while the page was watched; all in milliseconds, each of its own task. */
export interface LongestTask {
  readonly wall: number;
  readonly cpu: number;
  /** The same without the browser's collecting of garbage, which takes longer the busier the machine is. */
  readonly work: number;
  /** Tasks that were seen: without any, nothing was traced. */
  readonly tasks: number;
}

/** An event of a trace, as far as it is read here. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ["disabled-by-default-devtools.timeline", "devtools.timeline", "blink.user_timing"];
/** The task that sets the mark began a little before it. */
const SLACK = 500;

/** Runs `work` under a trace. */
export async function traced<T>(browser: CDPSession, work: () => Promise<T>): Promise<[T, LongestTask]> {
  const events: TraceEvent[] = [];
  const collect = (part: { value: object[] }): void => void events.push(...(part.value as TraceEvent[]));
  browser.on("Tracing.dataCollected", collect);
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  const complete = new Promise<void>((resolve) => browser.once("Tracing.tracingComplete", () => resolve()));
  try {
    const result = await work();
    await browser.send("Tracing.end");
    await complete;
    return [result, longestTask(events)];
  } finally {
    browser.off("Tracing.dataCollected", collect);
  }
}

function longestTask(events: readonly TraceEvent[]): LongestTask {
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  // The page that sets the marks is the page that is watched.
  const marks = events.filter(({ name }) => name === WATCH_BEGINS || name === WATCH_ENDS);
  const pages = new Set(marks.map(thread));
  marks.sort((one, other) => one.ts - other.ts);
  const spans: [number, number][] = [];
  for (const mark of marks) {
    if (mark.name === WATCH_BEGINS) {
      spans.push([mark.ts - SLACK, Infinity]);
    } else if (spans.length > 0) {
      spans[spans.length - 1] = [spans[spans.length - 1]?.[0] ?? 0, mark.ts];
    }
  }
  const tasks = events.filter(
    (event) =>
      event.name === "RunTask" &&
      event.ph === "X" &&
      pages.has(thread(event)) &&
      spans.some(([begin, end]) => event.ts >= begin && event.ts < end),
  );
  const collections = events.filter(({ name, ph }) => name === "MajorGC" && ph === "X");
  const garbage = (task: TraceEvent): number =>
    collections
      .filter((event) => thread(event) === thread(task) && event.ts >= task.ts && event.ts < task.ts + (task.dur ?? 0))
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return {
    wall: tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur / 1000), 0),
    cpu: tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0),
    work: tasks.reduce((longest, task) => Math.max(longest, ((task.tdur ?? 0) - garbage(task)) / 1000), 0),
    tasks: tasks.length,
  };
}
