// The page's end of a workspace in OPFS that a worker reads and writes: no handle of a file is ever on the page.

import type { Remote } from "comlink";
import { hostOf, orDeath } from "./connect.js";
import { withCleanErrors } from "./errors.js";
import type { Answer, HostedFiles } from "./hosted-files.js";
import type { Notes } from "./opfs-notes.js";
import type { FilledFile } from "./opfs-workspace.js";
import { unpack } from "./packed.js";
import { joinPaths, splitPaths } from "./paths.js";
import type { DirectFiles, FileMode, Workspace, WorkspaceEntry } from "./types.js";

/**
 * Opens, or makes, the workspace called `name` in the browser's own file system, inside `worker`: one that
 * `startHistoryWorker` gave. Take another one than the history's, so that an editor never waits for a capture. Fails
 * where the browser has no OPFS, as in some private windows.
 */
export async function connectOpfsWorkspace(worker: Worker, name: string): Promise<RemoteOpfsWorkspace> {
  const hosted = await withCleanErrors(() => orDeath(worker, hostOf(worker).files()));
  const files = hosted as unknown as Remote<HostedFiles>;
  settled(await files.open(name));
  return new RemoteOpfsWorkspace(name, files);
}

/** The workspace that `connectOpfsWorkspace` gives. */
export class RemoteOpfsWorkspace implements Workspace {
  readonly direct: DirectFiles;
  /** What a host notes beside the files. */
  readonly notes: Notes;
  readonly #files: Remote<HostedFiles>;

  /** @internal Use `connectOpfsWorkspace`. */
  constructor(name: string, files: Remote<HostedFiles>) {
    this.direct = { name };
    this.#files = files;
    this.notes = {
      list: async () => settled(await files.listNotes()),
      read: async (note) => settled(await files.readNote(note)),
      write: async (note, bytes) => settled(await files.writeNote(note, bytes)),
      remove: async (note) => settled(await files.removeNote(note)),
    };
  }

  async list(): Promise<WorkspaceEntry[]> {
    const { paths, sizes, versions, modes } = settled(await this.#files.list());
    return splitPaths(paths).map((path, at) => ({
      path,
      size: sizes[at] ?? 0,
      version: versions[at] ?? "",
      mode: modes[at] === 1 ? "executable" : "regular",
    }));
  }

  async read(path: string): Promise<Uint8Array> {
    return settled(await this.#files.read(path));
  }

  /** Many files in one message. For each its bytes, or a sentence why it cannot be read. */
  async readMany(paths: readonly string[]): Promise<(Uint8Array | string)[]> {
    return paths.length === 0 ? [] : unpack(await this.#files.readMany(joinPaths(paths)));
  }

  /** Without a mode, a file keeps the one it has. */
  async write(path: string, bytes: Uint8Array, options: { readonly mode?: FileMode } = {}): Promise<void> {
    settled(await this.#files.write(path, bytes, options.mode));
  }

  async remove(path: string): Promise<void> {
    settled(await this.#files.remove(path));
  }

  /** As `OpfsWorkspace.fill`. */
  async fill(files: readonly FilledFile[]): Promise<(number | null)[]> {
    return settled(await this.#files.fill(files));
  }
}

/** What the worker answered; a failure is thrown again, with the browser's name for it in its cause. */
function settled<T>(answer: Answer<T>): T {
  if ("value" in answer) {
    return answer.value;
  }
  throw new Error(answer.failure, { cause: new DOMException(answer.failure, answer.name) });
}
