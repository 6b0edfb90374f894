// Hands bytes to the browser as a file to keep.

/** Saves `bytes` under `name`. */
export function download(name: string, bytes: Uint8Array, type = "application/octet-stream"): void {
  // The copy is what a Blob accepts whatever memory the bytes lie in.
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this task; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
