// What is stored, and that it changed.

/** One stored draft. */
export interface DraftSummary {
  readonly id: string;
  /** How many checkpoints are kept. */
  readonly checkpoints: number;
  /** Bytes stored for it. */
  readonly bytes: number;
}

/** How much is stored. */
export interface Usage {
  readonly drafts: readonly DraftSummary[];
  /** Bytes stored by this database. */
  readonly bytes: number;
  /** Bytes the browser gives this origin. `null`: it does not say. */
  readonly quota: number | null;
  /** Bytes this origin uses, of all kinds. `null`: the browser does not say. */
  readonly usage: number | null;
  /** Whether the browser promised not to clear it by itself. `null`: it does not say. */
  readonly persisted: boolean | null;
}

/** Something was stored. */
export interface Change {
  /** The draft's id. */
  readonly draft: string;
  /** Which commit of the draft it is. `null`: the draft was deleted. */
  readonly revision: number | null;
  /** `elsewhere`: by another tab or worker. */
  readonly source: "here" | "elsewhere";
}
