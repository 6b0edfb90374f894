// Unpacks a `.zip`, off the page.

import { expose, transfer } from "comlink";
import type { FileEntry } from "@zip.js/zip.js";

/** One file of a `.zip`. */
export interface Zipped {
  readonly path: string;
  readonly executable: boolean;
  readonly encrypted: boolean;
  /** Bytes, once it is unpacked: as the `.zip` says. */
  readonly size: number;
}

/** What the page calls. */
export class ImportWorker {
  #entries: readonly FileEntry[] = [];

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
    return entries.map(({ filename, executable, encrypted, uncompressedSize }) => ({
      path: filename,
      executable,
      encrypted,
      size: uncompressedSize,
    }));
  }

  /** The bytes of one file of that `.zip`. Fails where its check sum is another, or its size. */
  async unzip(index: number): Promise<Uint8Array> {
    const entry = this.#entries[index];
    if (entry === undefined) {
      throw new Error("The .zip has no such file.");
    }
    const bytes = new Uint8Array(entry.uncompressedSize);
    let at = 0;
    // More than was said does not fit, and ends it: a small file may unpack to more than the memory holds.
    const into = new WritableStream<Uint8Array>({
      write: (part) => {
        bytes.set(part, at);
        at += part.length;
      },
    });
    await entry.getData(into, { checkSignature: true, useWebWorkers: false });
    if (at !== bytes.length) {
      throw new Error("The .zip says another size of this file.");
    }
    return transfer(bytes, [bytes.buffer]);
  }
}

expose(new ImportWorker());
