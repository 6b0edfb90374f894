// What is said in words.

import type { Interrupted, Plan, Receipt, Row, Usage, Verdict } from "./history.js";

/** "1 file", "2 files". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

/** A size for a person. */
export function size(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ""}`;
}

/** How long ago, roughly. */
export function ago(then: number, now: number): string {
  const steps: [number, string][] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
  ];
  for (const [length, noun] of steps) {
    if (now - then >= length) {
      return `${count(Math.floor((now - then) / length), noun)} ago`;
    }
  }
  return "just now";
}

/** A verdict, with a sign that is not only a colour. */
export function verdictWords(verdict: Verdict | null): string {
  if (verdict === null) {
    return "○ Never built";
  }
  return verdict.result === "success" ? "✓ Passed" : `✗ Failed with ${count(verdict.errors, "error")}`;
}

/** What a checkpoint changed. */
export function changeWords(row: Row): string {
  const files = count(row.filesChanged, "file");
  return row.linesAdded === null || row.linesRemoved === null
    ? files
    : `${files}, +${row.linesAdded} −${row.linesRemoved}`;
}

/** What a plan is about to do. */
export function planWords(plan: Plan): string {
  if (plan.nothingToDo) {
    return "Your files are already those of this checkpoint.";
  }
  return `${count(plan.write.length, "file")} will be written and ${plan.remove.length.toLocaleString("en")} removed.`;
}

/** What a restore did. */
export function receiptWords(receipt: Receipt): string {
  if (receipt.safety === null) {
    return `Your files are already those of checkpoint ${receipt.n}.`;
  }
  const done = `${count(receipt.written.length, "file")} written, ${receipt.removed.length.toLocaleString("en")} removed`;
  const alone = receipt.leftAlone.length > 0 ? `, ${receipt.leftAlone.length} left alone` : "";
  return `Checkpoint ${receipt.n} is restored: ${done}${alone}. What was there is checkpoint ${receipt.safety}.`;
}

/** A restore that was cut off. */
export function interruptedWords({ n, label }: Interrupted): string {
  return `Restoring checkpoint ${n} (${label}) was cut off. Some files are restored and some are not.`;
}

/** Where the history lives. */
export function usageWords({ bytes, quota, persisted }: Usage): string {
  const room = quota === null ? "" : ` of ${size(quota)}`;
  const promise = persisted === true ? "The browser will not clear it by itself." : "The browser may clear it.";
  return `The checkpoints are kept in this browser only: ${size(bytes)}${room}. ${promise}`;
}
