// Finds where in the draft an error of the built app comes from, by the map that the compiler put into each bundle.

import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { DRAFT } from "../../build/draft-plugin.js";
import type { FilePlace } from "./app-messages.js";

/** What stands in front of a map, on the last line of a bundle. */
export const MAP_MARK = "//# sourceMappingURL=data:application/json;base64,";

/** The place in the draft; `null` when it cannot be told. */
export function sourcePlace(
  outputs: ReadonlyMap<string, Uint8Array>,
  {
    file,
    line,
    column,
  }: { readonly file: string | null; readonly line: number | null; readonly column: number | null },
): FilePlace | null {
  const bundle = file === null ? undefined : outputs.get(decodeURI(file));
  if (bundle === undefined || line === null || column === null) {
    return null;
  }
  const text = new TextDecoder().decode(bundle);
  const mark = text.lastIndexOf(MAP_MARK);
  if (mark === -1) {
    return null;
  }
  try {
    const bytes = Uint8Array.from(atob(text.slice(mark + MAP_MARK.length).trim()), (unit) => unit.charCodeAt(0));
    const map = new TraceMap(new TextDecoder().decode(bytes));
    const found = originalPositionFor(map, { line, column: column - 1 });
    return found.source?.startsWith(`${DRAFT}:`) === true && found.line !== null
      ? { path: found.source.slice(DRAFT.length + 1), line: found.line, column: found.column + 1 }
      : null;
  } catch {
    // A map that cannot be read only costs the place.
    return null;
  }
}
