// Tells listeners here and in other tabs that something was stored.

import type { Change } from "./types.js";

/** What goes over the channel. */
interface Message {
  readonly draft: string;
  readonly revision: number | null;
}

/** One per open history. */
export class Announcer {
  private readonly listeners = new Set<(change: Change) => void>();
  private readonly channel: BroadcastChannel | undefined;

  /**
   * `name`: `undefined` when nobody else can see what is stored here. `before` runs before listeners hear of what
   * another tab stored, so that a listener that asks for the list gets the new one.
   */
  constructor(name: string | undefined, before: (draft: string) => Promise<void>) {
    if (name === undefined || typeof BroadcastChannel === "undefined") {
      return;
    }
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data)) {
        const { draft, revision } = data;
        void before(draft).then(() => this.tell({ draft, revision, source: "elsewhere" }));
      }
    };
  }

  /** Tells everybody of a change that was stored here. */
  announce(draft: string, revision: number | null): void {
    this.channel?.postMessage({ draft, revision } satisfies Message);
    this.tell({ draft, revision, source: "here" });
  }

  /** Calls `listener` on each change until the answer is called. */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells nobody anything any more. */
  close(): void {
    this.listeners.clear();
    this.channel?.close();
  }

  private tell(change: Change): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(change);
      } catch (thrown) {
        // A listener's fault must neither fail the write that it is told of nor keep it from the others.
        reportError(thrown);
      }
    }
  }
}

// Another version of this package may be in the other tab.
function isMessage(data: unknown): data is Message {
  return (
    typeof data === "object" &&
    data !== null &&
    "draft" in data &&
    typeof data.draft === "string" &&
    "revision" in data &&
    (data.revision === null || typeof data.revision === "number")
  );
}
