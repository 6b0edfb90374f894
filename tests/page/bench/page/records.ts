// What the size of its records costs a plain write: the reason for the size of a pack.

import { RawDatabase } from "./raw.js";
import { note, say, timed, timedAtRest, type Times } from "./timing.js";

/** About what a first checkpoint of 4,000 files writes, in bytes. */
const TOTAL = 5_200_000;

/** Sizes of a record in bytes: Chromium keeps the small ones in its table, and the large ones in files. */
const SIZES = { small: 62 << 10, large: 1 << 20 } as const;

/** Writes the same random bytes in records of either size, in turn. */
export async function recordSizes(rounds: number): Promise<Times> {
  const times: Times = {};
  const bytes = new Uint8Array(TOTAL);
  for (let at = 0; at < TOTAL; at += RANDOM_AT_ONCE) {
    crypto.getRandomValues(bytes.subarray(at, at + RANDOM_AT_ONCE));
  }
  for (let round = -WARM_UP; round < rounds; round++) {
    say(`records of two sizes, round ${round + 1} of ${rounds}`);
    for (const [name, size] of Object.entries(SIZES)) {
      const into = round < 0 ? {} : times;
      const database = await RawDatabase.create(`records-${name}-${round}`);
      let handedOver: Promise<void> = Promise.resolve();
      let handing = 0;
      const whole = await timedAtRest(async () => {
        handing = await timed(async () => {
          handedOver = database.putCut(bytes, size);
        });
        await handedOver;
      });
      note(into, `${name}Handing`, handing);
      note(into, name, whole);
      await database.remove();
    }
  }
  return times;
}

const WARM_UP = 3;
/** The most that the browser gives at once. */
const RANDOM_AT_ONCE = 65_536;
