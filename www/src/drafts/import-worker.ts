// Unpacks and writes many files, off the page: thousands of small writes would hold the page up.

import { expose, transfer } from "comlink";
import type { FileEntry } from "@zip.js/zip.js";

/** A file that is written. */
export interface Written {
  readonly path: string;
  readonly content: Blob | Uint8Array;
}

/** One file of a `.zip`. */
export interface Zipped {
  readonly path: string;
  readonly executable: boolean;
  readonly encrypted: boolean;
}

/** Writes under way at the same time. Each waits for the browser's own process, so that more than one pays. */
const AT_ONCE = 16;

/** What the page calls. */
export class ImportWorker {
  #entries: readonly FileEntry[] = [];
  readonly #folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

  /** What is in a `.zip`. Folders have no entry, and what macOS adds is no file of the project. */
  async openZip(file: Blob): Promise<Zipped[]> {
    const { BlobReader, ZipReader } = await import("@zip.js/zip.js");
    const entries: FileEntry[] = [];
    // A name that no draft can hold is left out by name later; it is no reason to open nothing.
    const reader = new ZipReader(new BlobReader(file), { filenameValidation: "tolerant" });
    for await (const entry of reader.getEntriesGenerator()) {
      if (!entry.directory && !entry.filename.startsWith("__MACOSX/")) {
        entries.push(entry);
      }
    }
    this.#entries = entries;
    return entries.map(({ filename, executable, encrypted }) => ({ path: filename, executable, encrypted }));
  }

  /** The bytes of one file of that `.zip`. Fails where its check sum is another. */
  async unzip(index: number): Promise<Uint8Array> {
    const { Uint8ArrayWriter } = await import("@zip.js/zip.js");
    const entry = this.#entries[index];
    if (entry === undefined) {
      throw new Error("The .zip has no such file.");
    }
    const bytes = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false });
    return transfer(bytes, [bytes.buffer]);
  }

  /** Writes files that are not there yet under `root`. The answer is their sizes; `null` for what could not be written. */
  async write(root: FileSystemDirectoryHandle, files: readonly Written[]): Promise<(number | null)[]> {
    const sizes: (number | null)[] = files.map(() => null);
    let at = 0;
    const next = async (): Promise<void> => {
      for (let index = at++; index < files.length; index = at++) {
        const file = files[index];
        sizes[index] = file === undefined ? null : await this.#write(root, file);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return sizes;
  }

  async #write(root: FileSystemDirectoryHandle, file: Written): Promise<number | null> {
    try {
      return await this.#writeOne(root, file);
    } catch (thrown) {
      if (isFull(thrown)) {
        throw thrown;
      }
      return null;
    }
  }

  async #writeOne(root: FileSystemDirectoryHandle, { path, content }: Written): Promise<number> {
    const slash = path.lastIndexOf("/");
    const folder = await this.#folder(root, path.slice(0, Math.max(slash, 0)));
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    const handle = (await folder.getFileHandle(path.slice(slash + 1), { create: true })) as WithSyncAccess;
    const access = await handle.createSyncAccessHandle();
    try {
      access.truncate(0);
      access.write(bytes, { at: 0 });
    } finally {
      access.close();
    }
    return bytes.length;
  }

  #folder(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
    if (path === "") {
      return Promise.resolve(root);
    }
    const known = this.#folders.get(path);
    if (known !== undefined) {
      return known;
    }
    const slash = path.lastIndexOf("/");
    const made = this.#folder(root, path.slice(0, Math.max(slash, 0))).then((above) =>
      above.getDirectoryHandle(path.slice(slash + 1), { create: true }),
    );
    this.#folders.set(path, made);
    return made;
  }
}

/** Workers have this; the types of a page do not. */
interface WithSyncAccess extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void;
    write(bytes: Uint8Array, options: { at: number }): number;
    close(): void;
  }>;
}

function isFull(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "QuotaExceededError";
}

expose(new ImportWorker());
