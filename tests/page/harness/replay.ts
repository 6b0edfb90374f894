// The replay's end in the page: versions come from Node, go into a workspace, and are compared byte for byte.

import {
  connectHistory,
  type Draft,
  type FileMode,
  type History,
  MemoryWorkspace,
  startHistoryWorker,
  type Verdict,
} from "knowngood";

/** A capture as the report has it. */
export interface ReplayCapture {
  readonly n: number;
  readonly label: string;
  readonly ms: number;
  readonly files_changed: number;
  readonly new_bytes: number;
  readonly stored_bytes: number;
}

/** A restore as the report has it; `difference` names the first path that differs. */
export interface ReplayRestore {
  readonly n: number;
  readonly ms: number;
  readonly written: number;
  readonly removed: number;
  /** The checkpoint of what was left; `null`: there was nothing to do. */
  readonly safety: number | null;
  readonly difference: string | null;
}

/** What a checkpoint does not hold, by its rules. */
export interface Excluded {
  readonly named: readonly string[];
  readonly more: number;
}

interface VersionFile {
  readonly bytes: Uint8Array;
  readonly mode: FileMode;
}

const DRAFT = "replay";

export class Replay {
  readonly #workspace = new MemoryWorkspace();
  #history: History | null = null;
  #draft: Draft | null = null;

  /** Opens history and draft; how long it took. */
  async open(keep: number | null): Promise<number> {
    const began = performance.now();
    this.#history = await connectHistory(startHistoryWorker());
    this.#draft = await this.#history.draft(DRAFT, {
      workspace: this.#workspace,
      ...(keep === null ? {} : { settings: { keep } }),
    });
    return performance.now() - began;
  }

  /** Keeps so many checkpoints from now on. */
  async keep(count: number): Promise<void> {
    await this.draft.configure({ keep: count });
  }

  async close(): Promise<void> {
    await this.#history?.close();
  }

  /** Makes the workspace's files those of a version, but for what `excluded` names. */
  async load(url: string, excluded: Excluded): Promise<void> {
    const version = await fetchVersion(url);
    for (const path of this.#workspace.paths()) {
      if (!version.has(path)) {
        this.#workspace.remove(path);
      }
    }
    const modes = new Map(this.#workspace.list().map(({ path, mode }) => [path, mode]));
    for (const [path, { bytes, mode }] of version) {
      const same = modes.get(path) === mode && sameBytes(this.#workspace.read(path), bytes);
      if (!same && !isExcluded(path, excluded)) {
        this.#workspace.write(path, bytes, { mode });
      }
    }
  }

  /** Captures and stamps the files that are loaded. */
  async capture(
    label: string,
    verdict: Verdict,
  ): Promise<{ capture: ReplayCapture; leftOut: [string, string][]; more: number }> {
    const began = performance.now();
    const result = await this.draft.capture({ kind: "message", label });
    const ms = performance.now() - began;
    const { checkpoint, filesChanged, newBytes, storedBytes } = result;
    if (checkpoint === null) {
      throw new Error(`No checkpoint of ${label} was taken: ${result.message}`);
    }
    await this.draft.stamp(checkpoint.n, verdict);
    return {
      capture: {
        n: checkpoint.n,
        label,
        ms,
        files_changed: filesChanged,
        new_bytes: newBytes,
        stored_bytes: storedBytes,
      },
      leftOut: checkpoint.leftOut.map(({ path, reason }) => [path, reason]),
      more: checkpoint.leftOutMore,
    };
  }

  /** The numbers of the kept checkpoints that are not safety checkpoints, newest first; how long listing took. */
  async list(): Promise<{ ms: number; kept: number[] }> {
    const began = performance.now();
    const rows = await this.draft.checkpoints();
    const ms = performance.now() - began;
    return { ms, kept: rows.filter(({ kind }) => kind !== "safety").map(({ n }) => n) };
  }

  /** Restores checkpoint `n` and compares the workspace with the version it was taken of. */
  async restore(n: number, url: string, excluded: Excluded): Promise<ReplayRestore> {
    const began = performance.now();
    const receipt = await this.draft.apply(await this.draft.planRestore(n));
    const ms = performance.now() - began;
    const difference = this.#difference(await fetchVersion(url), excluded);
    const { written, removed, safety } = receipt;
    return { n, ms, written: written.length, removed: removed.length, safety, difference };
  }

  async lastKnownGood(): Promise<number | null> {
    return (await this.draft.lastKnownGood()).checkpoint?.n ?? null;
  }

  /** Bytes of all records of the draft. */
  async storedBytes(): Promise<number> {
    const drafts = (await this.#history?.drafts()) ?? [];
    return drafts.find(({ id }) => id === DRAFT)?.bytes ?? 0;
  }

  get draft(): Draft {
    if (this.#draft === null) {
      throw new Error("The replay did not open its draft.");
    }
    return this.#draft;
  }

  #difference(version: Map<string, VersionFile>, excluded: Excluded): string | null {
    const modes = new Map(this.#workspace.list().map(({ path, mode }) => [path, mode]));
    let missing = 0;
    for (const [path, { bytes, mode }] of version) {
      if (!modes.has(path)) {
        if (!isExcluded(path, excluded)) {
          missing += 1;
          // What was left out beyond the names that are kept is only counted.
          if (missing > excluded.more) {
            return `${path}: is missing`;
          }
        }
      } else if (!sameBytes(this.#workspace.read(path), bytes)) {
        return `${path}: its bytes differ`;
      } else if (modes.get(path) !== mode) {
        return `${path}: its mode differs`;
      }
    }
    const extra = this.#workspace.paths().find((path) => !version.has(path));
    return extra === undefined ? null : `${extra}: should not be there`;
  }
}

function isExcluded(path: string, { named }: Excluded): boolean {
  return named.some((name) => (name.endsWith("/") ? path.startsWith(name) : path === name));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

// One body: the length of a JSON list in 4 bytes, the list, then all bytes, file after file.
async function fetchVersion(url: string): Promise<Map<string, VersionFile>> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
  const body = await response.arrayBuffer();
  const listEnd = 4 + new DataView(body).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 4, listEnd - 4))) as [
    string,
    number,
    FileMode,
  ][];
  const files = new Map<string, VersionFile>();
  let at = listEnd;
  for (const [path, size, mode] of list) {
    files.set(path, { bytes: new Uint8Array(body, at, size), mode });
    at += size;
  }
  return files;
}
