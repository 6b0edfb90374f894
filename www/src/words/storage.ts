// What is said of storage.

import { count, size } from "./numbers.js";

/** Its words. */
export const storageWords = {
  label: "Storage",
  where: "The checkpoints are kept in this browser, on this device, and nowhere else.",
  thisDraft: "This draft",
  allDrafts: "All drafts",
  browser: "All that this site keeps here",
  holds: (bytes: number, checkpoints: number): string => `${size(bytes)} in ${count(checkpoints, "checkpoint")}`,
  all: (bytes: number, drafts: number): string => `${size(bytes)} in ${count(drafts, "draft")}`,
  quota: (used: number, quota: number): string => `${size(used)} of ${size(quota)}`,
  persisted: (answer: boolean | null): string =>
    answer === true
      ? "The browser has promised not to clear it by itself."
      : answer === false
        ? "The browser has not promised to keep it: it may clear it when the device runs out of space."
        : "The browser does not say whether it may clear it by itself.",
  ask: "Ask the browser to keep it",
} as const;
