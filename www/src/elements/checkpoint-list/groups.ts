// Rows under what made them: a turn's under its prompt, others under their act where they follow one another.

import type { Row, Turn } from "../parts/surface.js";

/** What made a checkpoint that no turn made. */
export type Act = "template" | "message" | "edit" | "shell" | "build" | "restore";

/** Rows that one act, or one turn, made. */
export type Group = ActGroup | TurnGroup;

/** Rows that one kind of act made, one after the other. */
export interface ActGroup {
  readonly kind: "act";
  /** The same for as long as one of its rows is there, so that what is drawn of it stays. */
  readonly key: string;
  readonly act: Act;
  /** Newest first. */
  readonly rows: readonly Row[];
}

/** All rows of one turn, wherever they stand among others. */
export interface TurnGroup {
  readonly kind: "turn";
  readonly key: string;
  readonly session: string;
  readonly prompt: string;
  /** Such as `Turn 3, unfinished`. */
  readonly chip: string;
  /** Why something of it has no checkpoint, as a sentence. */
  readonly noCheckpoint: string | null;
  /** What is known of the turn beside its rows. */
  readonly turn: Turn | null;
  /** Newest first; none, if it changed no file. */
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

/**
 * The groups of `rows`, newest first, with the live turns that have no row. `before`: the groups drawn last, whose keys go
 * on.
 */
export function groupsOf(rows: readonly Row[], turns: readonly Turn[], before: readonly Group[]): readonly Group[] {
  const known = new Map(turns.map((turn) => [turn.id, turn]));
  const made: (Open | Turn)[] = gather(rows);
  const shown = new Set(rows.map(({ turn }) => turn?.id));
  const oldest = rows.at(-1)?.takenAt ?? 0;
  // A turn from before the oldest row would stand alone: its neighbours are not kept any more.
  const bare = turns.filter(({ id, place, beganAt }) => place === "live" && !shown.has(id) && beganAt >= oldest);
  for (const turn of bare) {
    const at = made.findIndex((group) => momentOf(group) <= momentOf(turn));
    made.splice(at === -1 ? made.length : at, 0, turn);
  }
  const key = keysFrom(before);
  return made.map((group) => ("rows" in group ? closed(group, known, key) : bareTurn(group)));
}

/** A group that rows are still put into. */
interface Open {
  readonly turn: Row["turn"];
  readonly act: Act;
  readonly rows: Row[];
}

function gather(rows: readonly Row[]): Open[] {
  const groups: Open[] = [];
  const ofTurn = new Map<string, Open>();
  for (const row of rows) {
    const last = groups.at(-1);
    const into =
      row.turn === null ? (last?.turn === null && last.act === actOf(row) ? last : undefined) : ofTurn.get(row.turn.id);
    if (into !== undefined) {
      into.rows.push(row);
      continue;
    }
    const group: Open = { turn: row.turn, act: actOf(row), rows: [row] };
    groups.push(group);
    if (row.turn !== null) {
      ofTurn.set(row.turn.id, group);
    }
  }
  return groups;
}

function momentOf(group: Open | Turn): number {
  return "rows" in group ? (group.rows[0]?.takenAt ?? 0) : (group.endedAt ?? group.beganAt);
}

function closed({ turn, act, rows }: Open, known: ReadonlyMap<string, Turn>, key: (rows: Row[]) => string): Group {
  if (turn === null) {
    return { kind: "act", key: key(rows), act, rows };
  }
  const { id, session, prompt, chip, noCheckpoint } = turn;
  return { kind: "turn", key: `turn ${id}`, session, prompt, chip, noCheckpoint, turn: known.get(id) ?? null, rows };
}

function bareTurn(turn: Turn): TurnGroup {
  const { id, session, prompt, chip, noCheckpoint } = turn;
  return {
    kind: "turn",
    key: `turn ${id}`,
    session,
    prompt,
    chip,
    noCheckpoint: noCheckpoint?.message ?? null,
    turn,
    rows: [],
  };
}

/** Gives a group the key of one of its rows' last group, if no other group has it already. */
function keysFrom(before: readonly Group[]): (rows: Row[]) => string {
  const acts = before.filter((group) => group.kind === "act");
  const keys = new Map(acts.flatMap(({ key, rows }) => rows.map(({ n }) => [n, key] as const)));
  const used = new Set<string>();
  let last = Math.max(0, ...acts.map(({ key }) => Number(key)));
  return (rows) => {
    const old = rows.map(({ n }) => keys.get(n)).find((key) => key !== undefined && !used.has(key));
    const key = old ?? String(++last);
    used.add(key);
    return key;
  };
}
