// What an address leads to.

import type { HeldFile, Row } from "./row.js";

/** What an address leads to. */
export type LookUp =
  | (LookUpText & {
      readonly state: "found";
      readonly draft: string;
      readonly n: number;
      readonly checkpoint: Row;
      readonly files: readonly HeldFile[];
    })
  | (LookUpText & {
      /** It is there, but some of its files cannot be read: `damaged` names them. */
      readonly state: "damaged";
      readonly draft: string;
      readonly n: number;
      readonly checkpoint: Row;
      readonly damaged: readonly string[];
      readonly files: readonly HeldFile[];
    })
  | (LookUpText & {
      /** `pruned`: it was there once. `not_on_this_device`: this browser holds nothing of the draft. */
      readonly state: "pruned" | "never_existed" | "not_on_this_device";
      readonly draft: string;
      readonly n: number;
    })
  | (LookUpText & { readonly state: "not_an_address" });

/** What every look-up says. */
export interface LookUpText {
  /** A sentence for a person. */
  readonly message: string;
  /** What can be done. */
  readonly hint: string;
}
