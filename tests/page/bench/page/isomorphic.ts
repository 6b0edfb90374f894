// The peer: isomorphic-git over LightningFS, used as their documentation says, with the cache object that it offers.

import "./buffer.js";
import LightningFS from "@isomorphic-git/lightning-fs";
import * as git from "isomorphic-git";
import { type Files, sameBytes } from "./project.js";

const DIR = "/project";
const AUTHOR = { name: "Bench", email: "bench@example.invalid" };

/** A repository in the browser, with its files in IndexedDB beside it. */
export class Isomorphic {
  readonly #fs: LightningFS;
  /** What isomorphic-git keeps between calls: without it, each call reads its index again. */
  readonly #cache = {};

  private constructor(fs: LightningFS) {
    this.#fs = fs;
  }

  /** A new repository whose files are written but not added. */
  static async create(name: string, files: Files): Promise<Isomorphic> {
    const made = new Isomorphic(new LightningFS(name, { wipe: true }));
    await made.#makeFolders(files);
    await made.write(files);
    await git.init({ fs: made.#fs, dir: DIR });
    return made;
  }

  async write(files: Files): Promise<void> {
    await Promise.all(Array.from(files, ([path, bytes]) => this.#fs.promises.writeFile(`${DIR}/${path}`, bytes)));
  }

  /** Adds all files that are there and commits. */
  async commitAll(): Promise<string> {
    await git.add({ fs: this.#fs, dir: DIR, filepath: ".", cache: this.#cache });
    return this.#commit();
  }

  /** Adds these files and commits: the caller knows what changed, so no status is asked for. */
  async commitFiles(paths: string[]): Promise<string> {
    await git.add({ fs: this.#fs, dir: DIR, filepath: paths, cache: this.#cache });
    return this.#commit();
  }

  async checkout(commit: string): Promise<void> {
    await git.checkout({ fs: this.#fs, dir: DIR, ref: commit, force: true, cache: this.#cache });
  }

  /** LightningFS sleeps after half a second; what wakes it is not part of what is timed. */
  async wake(): Promise<void> {
    await this.#fs.promises.stat(DIR);
  }

  /** Fails unless these files are on its disk with these bytes. */
  async expectFiles(files: Files): Promise<void> {
    for (const [path, bytes] of files) {
      const held = await this.#fs.promises.readFile(`${DIR}/${path}`);
      if (!sameBytes(held as Uint8Array, bytes)) {
        throw new Error(`isomorphic-git: ${path} has other bytes than it should.`);
      }
    }
  }

  /** Fails unless the commit holds exactly these files. */
  async expectCommit(commit: string, files: Files): Promise<void> {
    const paths = await git.listFiles({ fs: this.#fs, dir: DIR, ref: commit, cache: this.#cache });
    if (paths.length !== files.size || !paths.every((path) => files.has(path))) {
      throw new Error(`isomorphic-git: the commit holds ${paths.length} files, not the project's ${files.size}.`);
    }
  }

  #commit(): Promise<string> {
    return git.commit({ fs: this.#fs, dir: DIR, message: "checkpoint", author: AUTHOR, cache: this.#cache });
  }

  async #makeFolders(files: Files): Promise<void> {
    const folders = new Set<string>([DIR]);
    for (const path of files.keys()) {
      for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
        folders.add(`${DIR}/${path.slice(0, slash)}`);
      }
    }
    for (const folder of [...folders].sort()) {
      await this.#fs.promises.mkdir(folder);
    }
  }
}
