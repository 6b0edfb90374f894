// Our side: a draft of the built package, in this thread.

import { type CaptureRequest, type Draft, type History, MemoryWorkspace, openHistory } from "knowngood";
import { deleteDatabase } from "./raw.js";
import { bytesIn, type Files, sameBytes } from "./project.js";

/** The draft's id. */
export const DRAFT = "bench";

/** One draft in a database of its own, over a workspace in memory. */
export class Ours {
  readonly database: string;
  readonly history: History;
  readonly draft: Draft;
  readonly workspace: MemoryWorkspace;

  private constructor(database: string, history: History, draft: Draft, workspace: MemoryWorkspace) {
    this.database = database;
    this.history = history;
    this.draft = draft;
    this.workspace = workspace;
  }

  /** Opens a database, new or not, over a workspace with these files. */
  static async open(database: string, files: Files): Promise<Ours> {
    const workspace = new MemoryWorkspace(files);
    const history = await openHistory({ database });
    return new Ours(database, history, await history.draft(DRAFT, { workspace }), workspace);
  }

  /** Makes these the workspace's files, beside those it has. */
  write(files: Files): void {
    files.forEach((bytes, path) => this.workspace.write(path, bytes));
  }

  /** Takes a checkpoint of the given files, or of the workspace; its number. */
  async capture(given: Pick<CaptureRequest, "files" | "changes"> = {}): Promise<number> {
    const { checkpoint, message } = await this.draft.capture({ kind: "edit", label: "bench", ...given });
    if (checkpoint === null) {
      throw new Error(`knowngood took no checkpoint: ${message}`);
    }
    return checkpoint.n;
  }

  /** Restores checkpoint `n` into the workspace, as an editor does it; how many files were written. */
  async restore(n: number): Promise<number> {
    const { written } = await this.draft.apply(await this.draft.planRestore(n));
    return written.length;
  }

  /** Fails unless the workspace holds exactly these files. */
  expectWorkspace(files: Files): void {
    const paths = this.workspace.paths();
    if (paths.length !== files.size) {
      throw new Error(`knowngood: the workspace holds ${paths.length} files, not ${files.size}.`);
    }
    for (const [path, bytes] of files) {
      if (!this.workspace.has(path) || !sameBytes(this.workspace.read(path), bytes)) {
        throw new Error(`knowngood: ${path} did not come back as it was.`);
      }
    }
  }

  /** Fails unless checkpoint `n` holds exactly these files: restores it into an empty workspace. */
  async expectCheckpoint(n: number, files: Files): Promise<void> {
    const row = await this.draft.checkpoint(n);
    if (row.files !== files.size || row.bytes !== bytesIn(files) || row.leftOut.length > 0) {
      throw new Error(`knowngood: checkpoint ${n} has ${row.files} files and ${row.bytes} bytes, not the project's.`);
    }
    const empty = new MemoryWorkspace();
    const draft = await this.history.draft(DRAFT, { workspace: empty });
    await draft.apply(await draft.planRestore(n));
    new Ours(this.database, this.history, draft, empty).expectWorkspace(files);
  }

  /** Bytes stored for the draft. */
  async storedBytes(): Promise<number> {
    const { drafts } = await this.history.usage();
    return drafts.find(({ id }) => id === DRAFT)?.bytes ?? 0;
  }

  /** Closes and deletes the database. */
  async remove(): Promise<void> {
    await this.history.close();
    await deleteDatabase(this.database);
  }
}
