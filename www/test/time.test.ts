// Moments in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exactTime, relativeTime } from "../src/time/relative.js";

const now = new Date(2026, 10, 30, 14, 5, 9).getTime();
const at = (...moment: [number, number, number, number, number, number?]): string =>
  relativeTime(new Date(...moment).getTime(), now);

test("the last minute is just now, and so is what a clock that was set back calls the future", () => {
  assert.equal(relativeTime(now - 59_000, now), "just now");
  assert.equal(relativeTime(now + 3_600_000, now), "just now");
});

test("minutes and hours of today are counted", () => {
  assert.equal(relativeTime(now - 60_000, now), "1 minute ago");
  assert.equal(relativeTime(now - 59 * 60_000, now), "59 minutes ago");
  assert.equal(at(2026, 10, 30, 13, 5, 0), "1 hour ago");
  assert.equal(at(2026, 10, 30, 0, 1, 0), "14 hours ago");
});

test("yesterday begins at midnight, not 24 hours ago", () => {
  assert.equal(at(2026, 10, 29, 23, 59, 0), "yesterday, 23:59");
  assert.equal(at(2026, 10, 29, 0, 0, 0), "yesterday, 00:00");
  assert.equal(at(2026, 10, 28, 23, 59, 0), "Saturday, 23:59");
});

test("just after midnight, minutes are still counted", () => {
  const late = new Date(2026, 10, 30, 0, 10).getTime();
  assert.equal(relativeTime(late - 20 * 60_000, late), "20 minutes ago");
});

test("a week ago and more is a date, with its year where that is another one", () => {
  assert.equal(at(2026, 10, 24, 9, 30, 0), "Tuesday, 09:30");
  assert.equal(at(2026, 10, 23, 9, 30, 0), "23 Nov, 09:30");
  assert.equal(at(2025, 10, 30, 9, 30, 0), "30 Nov 2025");
});

test("the exact time has its day and its second", () => {
  assert.equal(exactTime(now), "Monday, 30 November 2026 at 14:05:09");
});
