// How long the page's main thread was held up: a timer that should come every 4 ms, and the browser's own list.

/** What held the page up while something ran. */
export interface Blocks {
  /** The longest time, in milliseconds, by which a tick came late. */
  readonly longest: number;
  /** Tasks of 50 ms and more, as the browser reports them: their lengths in milliseconds. */
  readonly longTasks: number[];
  /** How long it ran, in milliseconds. */
  readonly ms: number;
  /** Ticks that were counted: without any, nothing was watched. */
  readonly ticks: number;
}

/** Marks for whoever traces the page meanwhile. */
export const WATCH_BEGINS = "bench-watch-begins";
export const WATCH_ENDS = "bench-watch-ends";

/** Browsers let a chain of timers tick every 4 ms at most. */
const TICK_MS = 4;

/** Runs `work` and watches the main thread meanwhile. */
export async function watched(work: () => Promise<unknown>): Promise<Blocks> {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: "longtask" });
  // A task of its own: what the caller did before is not counted.
  await new Promise((resolve) => setTimeout(resolve, 0));
  performance.mark(WATCH_BEGINS);
  const ticker = new Ticker();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { longest, ticks } = ticker.stop();
  performance.mark(WATCH_ENDS);
  // The list comes a little later than the tasks.
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  return { longest, longTasks, ms, ticks };
}

class Ticker {
  #last = performance.now();
  #longest = 0;
  #ticks = 0;
  #timer: number;

  constructor() {
    this.#timer = window.setTimeout(() => this.#tick(), 0);
  }

  stop(): { longest: number; ticks: number } {
    this.#look();
    window.clearTimeout(this.#timer);
    return { longest: this.#longest, ticks: this.#ticks };
  }

  #tick(): void {
    this.#look();
    this.#ticks += 1;
    this.#timer = window.setTimeout(() => this.#tick(), 0);
  }

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last - TICK_MS);
    this.#last = now;
  }
}
