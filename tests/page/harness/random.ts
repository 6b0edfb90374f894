// Numbers that look random and are the same in each run.

/** Numbers from 0 up to 1, by Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that no codec makes smaller. */
export function randomBytes(size: number, seed: number): Uint8Array {
  const next = randomNumbers(seed);
  return Uint8Array.from({ length: size }, () => Math.floor(next() * 256));
}
