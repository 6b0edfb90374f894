// A moment in words: how long ago, and exactly when.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** How long ago `then` was, seen from `now`. A clock that was set back makes no time of the future. */
export function relativeTime(then: number, now: number): string {
  const passed = Math.max(0, now - then);
  if (passed < MINUTE) {
    return "just now";
  }
  if (passed < HOUR) {
    return ago(Math.floor(passed / MINUTE), "minute");
  }
  const days = daysBetween(then, now);
  if (days === 0) {
    return ago(Math.floor(passed / HOUR), "hour");
  }
  const at = clock.format(then);
  if (days === 1) {
    return `yesterday, ${at}`;
  }
  if (days < 7) {
    return `${weekday.format(then)}, ${at}`;
  }
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return sameYear ? `${day.format(then)}, ${at}` : dayAndYear.format(then);
}

/** The moment in full, to the second. */
export function exactTime(then: number): string {
  return full.format(then);
}

function ago(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"} ago`;
}

/** How many midnights lie between the two. */
function daysBetween(then: number, now: number): number {
  return Math.round((midnight(now) - midnight(then)) / (24 * HOUR));
}

function midnight(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}
