// The builds of one draft: each compiles exactly what its checkpoint holds, and stamps it, however late it ends.

import type { Building, BuildOutcome } from "../build/outcome.js";
import type { DraftFiles } from "../files/draft-files.js";
import { type Draft, saying, type Verdict } from "../history.js";
import { sentences } from "../words/session.js";
import { HeldFiles } from "./held-files.js";
import { Outcomes } from "./outcomes.js";
import type { BuildView } from "./view.js";

/** What builds are made with, and whom they tell. */
export interface BuildsParts {
  readonly building: Building;
  readonly files: DraftFiles;
  /** The draft as it is open now; `null`: there is no history. */
  readonly draft: () => Draft | null;
  readonly show: (view: BuildView) => void;
  /** A checkpoint was stamped. */
  readonly stamped: () => Promise<void>;
  /** There was no verdict, and why. */
  readonly failed: (why: string, tone: "bad" | "plain") => void;
}

/** A build that is under way. */
interface Run {
  readonly stop: AbortController;
  readonly ended: Promise<BuildOutcome | null>;
}

/** The builds of one draft. */
export class Builds {
  readonly #parts: BuildsParts;
  readonly #outcomes = new Outcomes();
  readonly #runs = new Map<number | null, Run>();
  #held: { readonly draft: Draft; readonly files: HeldFiles } | null = null;
  #view: BuildView = { n: null, running: false, outcome: null };
  /** Which build was asked for last: its outcome is the one that is shown. */
  #last = 0;

  constructor(parts: BuildsParts) {
    this.#parts = parts;
  }

  /** Builds checkpoint `n`. `null`: no checkpoint holds the files, so they are built as they are and nothing is stamped. */
  build(n: number | null): Promise<BuildOutcome | null> {
    const running = n === null ? undefined : this.#runs.get(n);
    if (running !== undefined) {
      return running.ended;
    }
    const stop = new AbortController();
    const run = { stop, ended: this.#run(n, ++this.#last, stop.signal) };
    this.#runs.set(n, run);
    void run.ended.finally(() => {
      if (this.#runs.get(n) === run) {
        this.#runs.delete(n);
      }
    });
    return run.ended;
  }

  /** Ends all builds that are under way. */
  stop(): void {
    for (const { stop } of this.#runs.values()) {
      stop.abort();
    }
  }

  async #run(n: number | null, turn: number, signal: AbortSignal): Promise<BuildOutcome | null> {
    this.#show({ ...this.#view, n, running: true });
    try {
      const outcome = await this.#compile(n, signal);
      if (turn === this.#last) {
        this.#show({ n, running: false, outcome });
      }
      return outcome;
    } catch (thrown) {
      if (turn === this.#last) {
        this.#show({ ...this.#view, running: false });
      }
      this.#parts.failed(signal.aborted ? sentences.buildStopped : saying(thrown), signal.aborted ? "plain" : "bad");
      return null;
    }
  }

  async #compile(n: number | null, signal: AbortSignal): Promise<BuildOutcome> {
    const { building, draft: open, files, stamped } = this.#parts;
    const draft = open();
    if (n === null || draft === null) {
      const paths = new Set(files.list().map(({ path }) => path));
      return building.build({ paths, read: (path) => files.read(path) }, signal);
    }
    // What the checkpoint holds, not what the files are by now: the verdict is about exactly these bytes.
    const held = await this.#heldFiles(draft).open(n);
    const outcome = this.#outcomes.get(held.key) ?? (await building.build(held, signal));
    signal.throwIfAborted();
    this.#outcomes.put(held.key, outcome);
    const verdict = verdictOf(outcome);
    if (verdict !== null) {
      await draft.stamp(n, verdict);
      await stamped();
    }
    return outcome;
  }

  #heldFiles(draft: Draft): HeldFiles {
    if (this.#held?.draft !== draft) {
      this.#held = { draft, files: new HeldFiles(draft) };
    }
    return this.#held.files;
  }

  #show(view: BuildView): void {
    this.#view = view;
    this.#parts.show(view);
  }
}

/** A draft with nothing to build in it has no verdict. */
function verdictOf({ state, errors }: BuildOutcome): Verdict | null {
  if (state === "nothing") {
    return null;
  }
  const message = errors[0]?.text.slice(0, 500);
  return state === "success"
    ? { result: "success" }
    : { result: "failed", errors: errors.length, ...(message === undefined ? {} : { message }) };
}
