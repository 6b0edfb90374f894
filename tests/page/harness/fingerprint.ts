// One short name for a set of files, computed apart from the product.

/** Files by path. */
export type Files = Map<string, Uint8Array>;

/** SHA-256 over all paths, lengths and bytes, by path. */
export async function fingerprint(files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for (const path of [...files.keys()].sort()) {
    const bytes = files.get(path) ?? new Uint8Array();
    parts.push(encoder.encode(`${path}\0${bytes.length}\0`), bytes);
  }
  const all = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
