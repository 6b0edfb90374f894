// The worker's own way to a workspace in OPFS: files do not go through the page, which is told what was done.

import type { Remote } from "comlink";
import { openOpfsWorkspace } from "./opfs-workspace.js";
import type { PageWorkspace } from "./page-workspace.js";
import { splitPaths } from "./paths.js";
import type { RawWorkspace } from "./raw.js";
import type { WrittenFile } from "./types.js";
import { rawWorkspace } from "./workspace-adapter.js";

/** The workspace called `name`, as WebAssembly in this worker calls it. */
export async function directWorkspace(name: string, page: Remote<PageWorkspace>): Promise<RawWorkspace> {
  const files = rawWorkspace(await openOpfsWorkspace(name));
  const written = new Batch<WrittenFile>((some) => page.written(some));
  return {
    list: () => files.list(),
    readMany: async (paths) => {
      const contents = await files.readMany(paths);
      void page.hasRead(splitPaths(paths).length);
      return contents;
    },
    write: async (path, bytes, mode) => {
      const size = bytes.length;
      await files.write(path, bytes, mode);
      written.add({ path, size, mode: mode === 1 ? "executable" : "regular" });
    },
    remove: async (path) => {
      await files.remove(path);
      written.add({ path, size: null, mode: "regular" });
    },
    unsaved: () => page.unsaved(),
    settled: () => written.sent(),
  };
}

/** Sends what is added together, one message after the other. */
class Batch<Item> {
  readonly #send: (items: Item[]) => Promise<void>;
  #items: Item[] = [];
  #sending: Promise<void> | undefined;

  constructor(send: (items: Item[]) => Promise<void>) {
    this.#send = send;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#sending ??= Promise.resolve().then(() => this.#run());
  }

  /** When all that was added so far has arrived. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  async #run(): Promise<void> {
    try {
      while (this.#items.length > 0) {
        const items = this.#items;
        this.#items = [];
        await this.#send(items);
      }
    } finally {
      this.#sending = undefined;
    }
  }
}
