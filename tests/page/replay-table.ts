// What a replay measured, for people.

import type { Report } from "./replay-run.js";

/** The report as a table and a few lines. */
export function table(report: Report): string {
  const restores = new Map(report.restores.map((restore) => [restore.n, restore]));
  const rows = report.captures.map((capture) => {
    const restore = restores.get(capture.n);
    const back =
      restore === undefined
        ? ["not kept", "", ""]
        : [milliseconds(restore.ms), `${restore.written}/${restore.removed}`, restore.exact ? "exact" : "DIFFERS"];
    return [
      String(capture.n),
      capture.label,
      milliseconds(capture.ms),
      String(capture.files_changed),
      kilobytes(capture.new_bytes),
      kilobytes(capture.stored_bytes),
      ...back,
    ];
  });
  const head = ["N", "VERSION", "CAPTURE", "FILES", "NEW", "STORED", "RESTORE", "WRITTEN/REMOVED", "RESULT"];
  return [
    columns([head, ...rows]),
    "",
    `${report.versions} versions, ${report.files} files, ${kilobytes(report.bytes)}; ${report.kept} checkpoints kept in ` +
      `${kilobytes(report.stored_bytes)}`,
    `after the reload: open ${milliseconds(report.reload.open_ms)}, list ${milliseconds(report.reload.list_ms)}`,
    `last known good: ${report.last_known_good ?? "none"}; left out: ${leftOut(report)}`,
  ].join("\n");
}

function leftOut({ left_out }: Report): string {
  const reasons = new Map<string, number>();
  for (const { reason } of left_out) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons.size === 0 ? "nothing" : [...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ");
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

function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function kilobytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
