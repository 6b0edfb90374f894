// Something that is read: under way, there, or failed. Only the newest request counts.

/** What is known of it. */
export type Loaded<Value> =
  | { readonly state: "waiting" }
  | { readonly state: "there"; readonly value: Value }
  | { readonly state: "failed"; readonly thrown: unknown };

/** Reads one thing after another; an answer that comes late, after another was asked for, is dropped. */
export class Loading<Value> {
  loaded: Loaded<Value> = { state: "waiting" };
  readonly #changed: () => void;
  #asked = 0;

  /** `changed` is called when there is something new to draw. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Starts to read. What was there stays until the answer comes if `keep` says so. */
  async read(work: () => Promise<Value>, before: "keep" | "forget"): Promise<void> {
    const asked = ++this.#asked;
    if (before === "forget" || this.loaded.state === "failed") {
      this.loaded = { state: "waiting" };
    }
    let loaded: Loaded<Value>;
    try {
      loaded = { state: "there", value: await work() };
    } catch (thrown) {
      loaded = { state: "failed", thrown };
    }
    if (asked === this.#asked) {
      this.loaded = loaded;
      this.#changed();
    }
  }
}
