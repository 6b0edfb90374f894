// Who hears of what an open draft came to.

import type { Receipt } from "../history.js";

/** Who is told what an open draft came to. */
export interface SessionFollower {
  /** Files and conversation went back, or forward. */
  restored(receipt: Receipt): void;
  /** The draft was opened anew: the one before answers no call any more. */
  reopened(): void;
}
