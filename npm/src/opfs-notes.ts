// Small files beside a workspace's own: what a host notes of it. They go when it goes.

import { errorName, withSentences } from "./opfs-errors.js";
import { isSwap, writeHandle } from "./opfs-write.js";

/** One note. */
export interface OpfsNote {
  readonly name: string;
  /** When it was written last, in milliseconds since 1970. */
  readonly time: number;
}

/** What a host notes beside its files. Names are letters, digits, `-`, `_` and `.`, up to 200 of them. */
export interface Notes {
  list(): Promise<OpfsNote[]>;
  /** The bytes of a note; `null`: there is none of that name. */
  read(name: string): Promise<Uint8Array | null>;
  /** Writes a note whole. Of a workspace that was removed nothing is noted. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes a note; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

/** The notes of the workspace in `home`. */
export class OpfsNotes implements Notes {
  readonly #home: FileSystemDirectoryHandle;

  constructor(home: FileSystemDirectoryHandle) {
    this.#home = home;
  }

  list(): Promise<OpfsNote[]> {
    return withSentences(async () => {
      const notes: OpfsNote[] = [];
      const folder = await orNull(() => this.#home.getDirectoryHandle("notes"));
      for await (const [name, handle] of folder?.entries() ?? []) {
        if (handle.kind === "file" && !isSwap(name)) {
          const file = await orNull(() => (handle as FileSystemFileHandle).getFile());
          if (file !== null) {
            notes.push({ name, time: file.lastModified });
          }
        }
      }
      return notes;
    });
  }

  read(name: string): Promise<Uint8Array | null> {
    return withSentences(() =>
      orNull(async () => {
        const folder = await this.#home.getDirectoryHandle("notes");
        return new Uint8Array(await (await (await folder.getFileHandle(checked(name))).getFile()).arrayBuffer());
      }),
    );
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return withSentences(async () => {
      const folder = await orNull(() => this.#home.getDirectoryHandle("notes", { create: true }));
      if (folder !== null) {
        await writeHandle(await folder.getFileHandle(checked(name), { create: true }), bytes);
      }
    });
  }

  remove(name: string): Promise<void> {
    return withSentences(async () => {
      await orNull(async () => (await this.#home.getDirectoryHandle("notes")).removeEntry(checked(name)));
    });
  }
}

function checked(name: string): string {
  if (!/^[\w.-]{1,200}$/.test(name) || /^\.+$/.test(name) || isSwap(name)) {
    throw new Error(`A note cannot be called “${name}”.`);
  }
  return name;
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    if (errorName(thrown) === "NotFoundError") {
      return null;
    }
    throw thrown;
  }
}
