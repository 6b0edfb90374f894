// Writes a file of OPFS whole, in whichever way the browser has.

/**
 * Whether a name is a swap file's. Chromium keeps what is being written in a file of such a name, and leaves it there
 * when it is killed. So a file of a person's own cannot have one: it could not be told from those.
 */
export function isSwap(path: string): boolean {
  return path.endsWith(SWAP);
}

/** Ends the names of swap files. */
export const SWAP = ".crswap";

/** Replaces the content of `handle`. */
export async function writeHandle(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<void> {
  if ("createWritable" in handle) {
    const stream = await handle.createWritable();
    try {
      await stream.write(bytes as Uint8Array<ArrayBuffer>);
    } catch (thrown) {
      await stream.abort().catch(() => undefined);
      throw thrown;
    }
    // Only now does the new content take the old one's place, all at once.
    await stream.close();
    return;
  }
  // Safari before 26.
  if (!(await writeInPlace(handle, bytes, "durable"))) {
    throw new Error("This browser writes such files only inside a worker.");
  }
}

/**
 * Writes a file that holds nothing yet: where it can be, in place, which is many times faster, and may be cut off.
 * What is cut off is found by whoever noted that the filling had begun.
 */
export async function fillHandle(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<void> {
  if (!(await writeInPlace(handle, bytes, "fast"))) {
    await writeHandle(handle, bytes);
  }
}

/** Only inside a worker, and not all at once. `false`: this thread cannot. */
async function writeInPlace(
  handle: FileSystemFileHandle,
  bytes: Uint8Array,
  way: "durable" | "fast",
): Promise<boolean> {
  const file = handle as WithSyncAccess;
  if (file.createSyncAccessHandle === undefined) {
    return false;
  }
  const access = await file.createSyncAccessHandle();
  try {
    access.truncate(0);
    access.write(bytes, { at: 0 });
    if (way === "durable") {
      access.flush();
    }
  } finally {
    access.close();
  }
  return true;
}

// The DOM's types have this only for workers.
interface WithSyncAccess {
  createSyncAccessHandle?(): Promise<{
    truncate(size: number): void;
    write(bytes: Uint8Array, options: { at: number }): number;
    flush(): void;
    close(): void;
  }>;
}
