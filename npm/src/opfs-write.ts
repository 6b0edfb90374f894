// Writes a file of OPFS whole, in whichever way the browser has.

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
  // Safari before 26; only inside a worker, and not all at once.
  const file = handle as WithSyncAccess;
  if (file.createSyncAccessHandle === undefined) {
    throw new Error("This browser writes such files only inside a worker.");
  }
  const access = await file.createSyncAccessHandle();
  try {
    access.truncate(0);
    access.write(bytes, { at: 0 });
    access.flush();
  } finally {
    access.close();
  }
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
