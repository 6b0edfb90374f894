// The rows, for people.

import type { Machine } from "./machine.js";
import type { Row } from "./row.js";

/** A table of all rows, with what they mean below it. */
export function table(rows: readonly Row[], machine: Machine): string {
  const head = ["", "WORK", "OURS", "AGAINST", "PEER", "RATIO", "GOAL", "RUNS"];
  const lines = rows.map((row) => [
    mark(row),
    row.name,
    figure(row.ours, row.unit),
    row.against ?? "",
    row.peer === null ? "" : figure(row.peer, row.unit),
    ratio(row),
    goal(row),
    String(row.runs),
  ]);
  const goals = rows.filter(({ met }) => met !== null);
  const notes = rows.filter(({ note }) => note !== undefined).map(({ name, note }) => `  ${name}: ${note}`);
  return [
    columns([head, ...lines]),
    "",
    ...(notes.length === 0 ? [] : ["Notes", ...notes, ""]),
    `${goals.filter(({ met }) => met === true).length} of ${goals.length} goals are met. Rows without a goal inform. Figures are medians.`,
    `${machine.browser}, ${machine.git}, ${machine.cores} cores (${machine.processor}), ${machine.date}, load ${machine.load_before.toFixed(1)}` +
      `${machine.quick ? "; quick: fewer rounds, 10,000 files for 50,000, 12 versions for 50" : ""}`,
  ].join("\n");
}

function mark({ met }: Row): string {
  return met === null ? "·" : met ? "✓" : "✗";
}

function goal({ goal, met }: Row): string {
  return goal === null ? "" : `${goal} ${met === true ? "met" : "missed"}`;
}

function ratio({ ratio, ratio_is }: Row): string {
  if (ratio === null) {
    return "";
  }
  const shown = ratio >= 100 ? ratio.toFixed(0) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
  return `${shown} ×${ratio_is === "faster" ? " faster" : ""}`;
}

function figure(value: number, unit: Row["unit"]): string {
  if (unit === "bytes") {
    return value < 1e6 ? `${(value / 1e3).toFixed(1)} KB` : `${(value / 1e6).toFixed(2)} MB`;
  }
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
