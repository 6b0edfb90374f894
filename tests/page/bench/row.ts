// One row of the table, and how it stands to its goal.

/** A row. Its names are those of the JSON file. */
export interface Row {
  /** What is done. */
  readonly name: string;
  /** What it is compared with. `null`: the goal is a plain number. */
  readonly against: string | null;
  readonly ours: number;
  readonly peer: number | null;
  readonly unit: "ms" | "bytes";
  /** How many times faster we are (`faster`), or how many times more we take (`times`). */
  readonly ratio: number | null;
  readonly ratio_is: "faster" | "times" | null;
  /** `null`: the row only informs. */
  readonly goal: string | null;
  readonly met: boolean | null;
  /** How many times each side was measured; the figures are medians. */
  readonly runs: number;
  readonly note?: string;
}

/** What both kinds of comparison are made of. */
export interface Compared {
  readonly name: string;
  readonly against: string;
  readonly ours: readonly number[];
  readonly peer: readonly number[];
  readonly unit?: "ms" | "bytes";
  /** Left out: the row only informs. */
  readonly goal?: number;
  readonly note?: string;
}

/** The peer's time over ours: we should be at least `goal` times faster. */
export function faster({ goal, ...compared }: Compared): Row {
  const row = sides(compared);
  const ratio = row.peer / row.ours;
  return {
    ...row,
    ratio,
    ratio_is: "faster",
    goal: goal === undefined ? null : `≥ ${goal} × faster`,
    met: goal === undefined ? null : ratio >= goal,
  };
}

/** Ours over the peer's: we should take at most `goal` times as much. */
export function atMost({ goal, ...compared }: Compared): Row {
  const row = sides(compared);
  const ratio = row.ours / row.peer;
  return {
    ...row,
    ratio,
    ratio_is: "times",
    goal: goal === undefined ? null : `≤ ${goal} ×`,
    met: goal === undefined ? null : ratio <= goal,
  };
}

/** A figure of ours that should stay under a plain number. */
export function under(
  name: string,
  ours: number,
  unit: Row["unit"],
  goal: number | null,
  runs: number,
  note?: string,
): Row {
  return {
    name,
    against: null,
    ours,
    peer: null,
    unit,
    ratio: null,
    ratio_is: null,
    goal: goal === null ? null : `≤ ${unit === "bytes" ? `${goal / 1000} KB` : `${goal} ms`}`,
    met: goal === null ? null : ours <= goal,
    runs,
    ...(note === undefined ? {} : { note }),
  };
}

/** The middle one. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) {
    throw new Error("There is no median of nothing.");
  }
  return (low + high) / 2;
}

function sides({ name, against, ours, peer, unit = "ms", note }: Omit<Compared, "goal">): {
  readonly name: string;
  readonly against: string;
  readonly ours: number;
  readonly peer: number;
  readonly unit: "ms" | "bytes";
  readonly runs: number;
  readonly note?: string;
} {
  return {
    name,
    against,
    ours: median(ours),
    peer: median(peer),
    unit,
    runs: Math.min(ours.length, peer.length),
    ...(note === undefined ? {} : { note }),
  };
}
