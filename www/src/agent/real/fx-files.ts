// Finds the two files of the real fx, which a person puts beside the page.

/** Where they are. */
export interface FxFiles {
  readonly wasm: string;
  readonly sdk: string;
}

/** What their names are, in `fx/` beside the page. */
const NAMES = { wasm: "fx-term.wasm", sdk: "fx-sdk.js" } as const;

/** The files of the real fx, or `null` when they are not both there. */
export async function findFxFiles(base: string = import.meta.env.BASE_URL): Promise<FxFiles | null> {
  const folder = new URL(`${base}fx/`, location.href);
  const files = { wasm: new URL(NAMES.wasm, folder).href, sdk: new URL(NAMES.sdk, folder).href };
  // One after the other: a browser's console shows each that is missing.
  return (await isThere(files.wasm)) && (await isThere(files.sdk)) ? files : null;
}

async function isThere(address: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(address, { method: "HEAD" });
    // A server of one page answers every unknown address with that page.
    return ok && !(headers.get("content-type") ?? "").includes("text/html");
  } catch {
    return false;
  }
}
