// Which files of a workspace may be run: OPFS knows no modes, so they are listed in a file beside the folder.

import { writeHandle } from "./opfs-write.js";
import type { FileMode } from "./types.js";

const LIST = "executables.json";

/** The modes of one workspace. Tabs and workers share the list: it is read anew each time, and changed by one at a time. */
export class OpfsModes {
  readonly #home: FileSystemDirectoryHandle | undefined;
  /** What is listed where there is no `home`: only for as long as this object. */
  #fleeting: ReadonlySet<string> = new Set();

  constructor(home: FileSystemDirectoryHandle | undefined) {
    this.#home = home;
  }

  /** The paths of the files that may be run. */
  async executables(): Promise<ReadonlySet<string>> {
    return this.#home === undefined ? this.#fleeting : read(this.#home);
  }

  /** Notes the modes of files. */
  async set(modes: ReadonlyMap<string, FileMode>): Promise<void> {
    if (modes.size === 0 || changed(await this.executables(), modes) === null) {
      return;
    }
    const home = this.#home;
    if (home === undefined) {
      this.#fleeting = changed(this.#fleeting, modes) ?? this.#fleeting;
      return;
    }
    await aloneWith(home, async () => {
      const next = changed(await read(home), modes);
      if (next !== null) {
        const text = JSON.stringify([...next].sort());
        const handle = await home.getFileHandle(LIST, { create: true });
        await writeHandle(handle, new TextEncoder().encode(text));
      }
    });
  }
}

/** The list with these modes in it; `null` when it has them already. */
function changed(before: ReadonlySet<string>, modes: ReadonlyMap<string, FileMode>): ReadonlySet<string> | null {
  const after = new Set(before);
  let differs = false;
  for (const [path, mode] of modes) {
    if ((mode === "executable") !== before.has(path)) {
      differs = true;
      if (mode === "executable") {
        after.add(path);
      } else {
        after.delete(path);
      }
    }
  }
  return differs ? after : null;
}

/** A browser without Web Locks has no other tab to wait for that could be waited for. */
async function aloneWith(home: FileSystemDirectoryHandle, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  await (locks === undefined ? work() : locks.request(`knowngood-modes:${home.name}`, work));
}

async function read(home: FileSystemDirectoryHandle): Promise<ReadonlySet<string>> {
  try {
    const handle = await home.getFileHandle(LIST);
    const list: unknown = JSON.parse(await (await handle.getFile()).text());
    return new Set(Array.isArray(list) ? list.filter((path) => typeof path === "string") : []);
  } catch {
    // Not there yet, or cut off: no file is executable then.
    return new Set();
  }
}
