// Native git on this machine's disk: shadow snapshots of a large tree, and a packed history.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { editFiles, projectFiles } from "./page/project.js";
import { readVersion, type Version } from "../versions.js";

/** Files of an edit. */
const EDITED = 10;

/** What shadow snapshots took, in milliseconds, from the start of the first process to the end of the last. */
export interface Shadow {
  /** `git add -A`, `git write-tree`, `git commit-tree`. */
  readonly writeTree: number[];
  /** `git add -A`, `git commit`. */
  readonly commit: number[];
  /** As the quicker of both, with git's own settings for many files (`feature.manyFiles`). */
  readonly manyFiles: number[];
}

/** Times snapshots of a tree of `count` files with ten edits each; git's folder is elsewhere. */
export async function shadowSnapshots(count: number, rounds: number): Promise<Shadow> {
  const files = await projectFiles({ kind: "generated", files: count });
  return inFolder((work) => {
    const plain = new Repository(join(work, "tree"), join(work, "plain"));
    writeFiles(plain.tree, files);
    const manyFiles = new Repository(plain.tree, join(work, "many"));
    manyFiles.git("config", "feature.manyFiles", "true");
    for (const repository of [plain, manyFiles]) {
      repository.git("add", "-A");
      repository.git("commit", "--quiet", "--message", "first");
    }
    const shadow: Shadow = { writeTree: [], commit: [], manyFiles: [] };
    let edits = 0;
    const edit = (): void => writeFiles(plain.tree, editFiles(files, EDITED, ++edits));
    for (let round = -WARM_UP; round < rounds; round++) {
      const into = (times: number[], ms: number): void => void (round >= 0 && times.push(ms));
      edit();
      into(shadow.writeTree, plain.snapshotByTree());
      edit();
      into(shadow.commit, plain.snapshotByCommit());
      into(shadow.manyFiles, manyFiles.snapshotByTree());
    }
    plain.expectChanged(EDITED);
    return shadow;
  });
}

/** Bytes that git needs for a history. */
export interface Packed {
  readonly gc: number;
  readonly aggressive: number;
}

/** Commits each version in turn and packs the history. */
export function packedHistory(versions: readonly Version[]): Promise<Packed> {
  return inFolder(async (work) => {
    const repository = new Repository(join(work, "tree"), join(work, "git"));
    for (const version of versions) {
      rmSync(repository.tree, { recursive: true, force: true });
      const files = await readVersion(version);
      writeFiles(repository.tree, new Map(files.map(({ path, bytes }) => [path, bytes])));
      repository.git("add", "--all", "--force");
      repository.git("commit", "--quiet", "--allow-empty", "--message", version.label);
    }
    repository.git("gc", "--quiet");
    const gc = repository.storedBytes();
    repository.git("gc", "--quiet", "--aggressive");
    return { gc, aggressive: repository.storedBytes() };
  });
}

/** Rounds that do not count. */
const WARM_UP = 2;

/** A repository whose folder is not in the tree. */
class Repository {
  readonly tree: string;
  readonly #folder: string;

  constructor(tree: string, folder: string) {
    this.tree = tree;
    this.#folder = folder;
    mkdirSync(tree, { recursive: true });
    this.git("init", "--quiet");
    // Packing by itself now and then would fall into somebody's time.
    this.git("config", "gc.auto", "0");
    this.git("config", "maintenance.auto", "false");
  }

  git(...words: string[]): string {
    return execFileSync("git", words, {
      cwd: this.tree,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...SETTINGS, GIT_DIR: this.#folder, GIT_WORK_TREE: this.tree },
    }).trim();
  }

  snapshotByTree(): number {
    const began = performance.now();
    this.git("add", "-A");
    const commit = this.git("commit-tree", this.git("write-tree"), "-p", "HEAD", "-m", "checkpoint");
    const ms = performance.now() - began;
    this.git("update-ref", "HEAD", commit);
    return ms;
  }

  snapshotByCommit(): number {
    const began = performance.now();
    this.git("add", "-A");
    this.git("commit", "--quiet", "--message", "checkpoint");
    return performance.now() - began;
  }

  /** Fails unless the last commit changed that many files. */
  expectChanged(count: number): void {
    const changed = this.git("diff", "--name-only", "HEAD~1", "HEAD").split("\n").length;
    if (changed !== count) {
      throw new Error(`git: the snapshot changed ${changed} files, not ${count}.`);
    }
  }

  /** Bytes of all its objects. */
  storedBytes(): number {
    return bytesUnder(join(this.#folder, "objects"));
  }
}

/** Nothing of this machine's own settings. */
const SETTINGS = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.invalid",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.invalid",
};

function writeFiles(tree: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [path, bytes] of files) {
    const place = join(tree, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "knowngood-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
