// Lets a `KnowngoodError` cross between page and worker whole. Imported by both sides.

import { transferHandlers } from "comlink";
import { KnowngoodError, toKnowngoodError } from "./errors.js";
import type { ErrorCode } from "./types.js";

/** What a `KnowngoodError` is on the way. */
interface Crossing {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly paths: readonly string[];
}

/** Replaces comlink's own handler of thrown values, which keeps only the message. Once per thread. */
export function keepErrorsWhole(): void {
  const own = transferHandlers.get("throw");
  if (own === undefined || replaced) {
    return;
  }
  replaced = true;
  transferHandlers.set("throw", {
    canHandle: (value): value is unknown => own.canHandle(value),
    serialize: (thrown) => {
      const { code, message, hint, paths } = toKnowngoodError((thrown as { value: unknown }).value);
      return [{ code, message, hint, paths } satisfies Crossing, []];
    },
    deserialize: (crossing) => {
      const { code, message, hint, paths } = crossing as Crossing;
      throw new KnowngoodError(code, message, hint, paths);
    },
  });
}

let replaced = false;
