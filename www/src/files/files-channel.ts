// Tells the other tabs of a draft which files changed.

/** The tabs that have one draft open. */
export class FilesChannel {
  readonly #channel: BroadcastChannel | null;

  /** `draft`: `null` when nobody else can see its files. */
  constructor(draft: string | null, heard: (paths: readonly string[] | "all") => void) {
    this.#channel =
      draft === null || typeof BroadcastChannel === "undefined"
        ? null
        : new BroadcastChannel(`knowngood-files:${draft}`);
    this.#channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      // Another version of this page may be in the other tab.
      heard(isPaths(data) ? data : "all");
    });
  }

  /** Tells of a change. */
  tell(paths: readonly string[] | "all"): void {
    this.#channel?.postMessage(paths.length > MOST_PATHS ? "all" : paths);
  }

  close(): void {
    this.#channel?.close();
  }
}

/** More than this many paths are "all": the other tab looks at everything anyway. */
const MOST_PATHS = 1000;

function isPaths(data: unknown): data is string[] {
  return Array.isArray(data) && data.every((path) => typeof path === "string");
}
