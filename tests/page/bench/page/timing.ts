// How often something is timed, and what one time is.

/** Times in milliseconds, by what was timed. */
export type Times = Record<string, number[]>;

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** How long the browser may take to clear away what came before: garbage, and databases that were deleted. */
const PAUSE_MS = 100;

/** The same after a pause: for work that comes once and not over and over, like a first checkpoint. */
export async function timedAtRest(work: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return timed(work);
}

/** Adds `ms` to what was timed under `name`. */
export function note(times: Times, name: string, ms: number): void {
  (times[name] ??= []).push(ms);
}

/** Adds all that was timed in `more`. */
export function add(times: Times, more: Times): void {
  for (const [name, each] of Object.entries(more)) {
    each.forEach((ms) => note(times, name, ms));
  }
}

/** Says in the console how far the bench is; Node passes it on. */
export function say(line: string): void {
  console.info(`bench: ${line}`);
}
