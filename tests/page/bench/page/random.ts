// Numbers that look random and are the same in every run.

/** The next number of the row, from 0 up to 1. */
export type Random = () => number;

/** A row of numbers that `seed` names (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of `choices`, each as likely as the others. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) {
    throw new Error("There is nothing to pick from.");
  }
  return chosen;
}
