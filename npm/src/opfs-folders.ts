// The folders of a workspace in OPFS, each asked for once: thousands of files are in few of them.

import { errorName } from "./opfs-errors.js";

/** Whether folders that are missing are made. */
export type Missing = "make" | "fail";

/** Folders below one that can itself be found anew. */
export class OpfsFolders {
  #root: FileSystemDirectoryHandle;
  readonly #reopen: (() => Promise<FileSystemDirectoryHandle>) | undefined;
  readonly #known = new Map<string, Promise<FileSystemDirectoryHandle>>();

  /** `reopen` makes the root anew, after somebody removed it. */
  constructor(root: FileSystemDirectoryHandle, reopen?: () => Promise<FileSystemDirectoryHandle>) {
    this.#root = root;
    this.#reopen = reopen;
  }

  get root(): FileSystemDirectoryHandle {
    return this.#root;
  }

  /** Does `work` with the folder that `path` is in and its name there. */
  async within<T>(
    path: string,
    missing: Missing,
    work: (folder: FileSystemDirectoryHandle, name: string) => Promise<T>,
  ): Promise<T> {
    const slash = path.lastIndexOf("/");
    const [above, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
    try {
      return await work(await this.#folder(above, missing), name);
    } catch (thrown) {
      if (errorName(thrown) !== "NotFoundError") {
        throw thrown;
      }
      // A folder that was known may have gone, here or in another tab: with the last file in it, or with all of them.
      this.#known.clear();
      if (missing === "make" && this.#reopen !== undefined) {
        this.#root = await this.#reopen();
      }
      return work(await this.#folder(above, missing), name);
    }
  }

  /** Removes the folder `path`, and each above it, as long as they are empty. */
  async removeEmpty(path: string): Promise<void> {
    for (let at = path; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
      try {
        await this.within(at, "fail", (folder, name) => folder.removeEntry(name));
      } catch (thrown) {
        // It still holds something, or another tab was faster.
        if (["InvalidModificationError", "NotFoundError"].includes(errorName(thrown))) {
          return;
        }
        throw thrown;
      } finally {
        this.#known.delete(at);
      }
    }
  }

  #folder(path: string, missing: Missing): Promise<FileSystemDirectoryHandle> {
    if (path === "") {
      return Promise.resolve(this.#root);
    }
    const known = this.#known.get(path);
    if (known !== undefined) {
      return known;
    }
    const slash = path.lastIndexOf("/");
    const found = this.#folder(path.slice(0, Math.max(slash, 0)), missing).then((above) =>
      above.getDirectoryHandle(path.slice(slash + 1), { create: missing === "make" }),
    );
    this.#known.set(path, found);
    found.catch(() => {
      if (this.#known.get(path) === found) {
        this.#known.delete(path);
      }
    });
    return found;
  }
}
