// Rows under the act that made them: those that follow one another stand together.

import type { Row } from "../parts/surface.js";

/** What made a checkpoint. */
export type Act = "template" | "message" | "edit" | "shell" | "build" | "restore";

/** Rows that one kind of act made, one after the other. */
export interface Group {
  /** The same for as long as one of its rows is there, so that what is drawn of it stays. */
  readonly key: number;
  readonly act: Act;
  /** Newest first. */
  readonly rows: readonly Row[];
}

/** The shell's edits are labelled with their command line, after this. */
const PROMPT = "$ ";

/** What made the checkpoint of `row`. */
export function actOf({ kind, label }: Row): Act {
  if (kind === "safety") {
    return "restore";
  }
  return kind === "edit" && label.startsWith(PROMPT) ? "shell" : kind;
}

/** The groups of `rows`, newest first. `before`: those drawn last, whose keys go on. */
export function groupsOf(rows: readonly Row[], before: readonly Group[]): readonly Group[] {
  const keys = new Map(before.flatMap(({ key, rows }) => rows.map(({ n }) => [n, key] as const)));
  const used = new Set<number>();
  const groups: { act: Act; rows: Row[] }[] = [];
  for (const row of rows) {
    const act = actOf(row);
    const last = groups.at(-1);
    if (last?.act === act) {
      last.rows.push(row);
    } else {
      groups.push({ act, rows: [row] });
    }
  }
  let last = Math.max(0, ...before.map(({ key }) => key));
  return groups.map((group) => {
    const old = group.rows.map(({ n }) => keys.get(n)).find((key) => key !== undefined && !used.has(key));
    const key = old ?? ++last;
    used.add(key);
    return { key, ...group };
  });
}
