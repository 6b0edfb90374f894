// A turn waits for its first checkpoint only so long: then it goes on without one (CAP8).

import type { TurnBegun } from "./types.js";

/**
 * What `begun` gives, or after `waitMs` that it took too long. `late` is then called, so that what is saved later is not
 * taken for the person's: the agent may have written meanwhile.
 */
export async function orLate(begun: Promise<TurnBegun>, waitMs: number, late: () => void): Promise<TurnBegun> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<TurnBegun>((resolve) => {
    timer = setTimeout(() => {
      late();
      resolve(tooSlow(waitMs));
    }, waitMs);
  });
  try {
    return await Promise.race([begun, tooLong]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more once it is late. What it fails with, the turn's row or its end says.
    begun.catch(() => undefined);
  }
}

function tooSlow(waitMs: number): TurnBegun {
  const seconds = waitMs / 1000;
  return {
    checkpoint: null,
    reason: "too_slow",
    message: `No checkpoint for this turn: looking at the files took longer than ${seconds} s. The turn goes on.`,
  };
}
