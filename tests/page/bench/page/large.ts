// The rows of a project of some 50,000 files.

import { Ours } from "./ours.js";
import { bytesIn, editFiles, type Files } from "./project.js";
import { megabytes, RawDatabase } from "./raw.js";
import { note, say, timed, type Times } from "./timing.js";

/** Files of an edit. */
const EDITED = 10;

/** How many checkpoints the list is to show. */
export const LISTED = 50;

/** The database that is listed after a reload. */
export const LARGE_DATABASE = "large";

/** The project. */
export class LargeProject {
  readonly #files: Files;
  #edits = 0;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Takes first checkpoints, each in a new database, in turn with a plain write of the same bytes. */
  async first(rounds: number): Promise<Times> {
    const times: Times = {};
    const records = megabytes(this.#files);
    const warm = await Ours.open("large-first-warm", new Map());
    await warm.capture({ files: new Map([...this.#files].slice(0, WARM_UP_FILES)) });
    await warm.remove();
    for (let round = 0; round < rounds; round++) {
      say(`large: first checkpoint, round ${round + 1} of ${rounds}`);
      const raw = await RawDatabase.create(`large-raw-${round}`);
      note(times, "megabytes", await timed(() => raw.putRecords(records)));
      await raw.remove();
      const given = await Ours.open(`large-first-${round}`, new Map());
      note(times, "ours", await timed(() => given.capture({ files: this.#files })));
      await given.remove();
      const listed = await Ours.open(`large-first-listing-${round}`, this.#files);
      let n = 0;
      note(times, "oursByListing", await timed(async () => (n = await listed.capture())));
      if (round === rounds - 1) {
        await listed.expectCheckpoint(n, this.#files);
      }
      await listed.remove();
    }
    return times;
  }

  /** Takes next checkpoints after edits of ten files, until the list is full; leaves the database for the list. */
  async next(rounds: number): Promise<Times> {
    say("large: next checkpoint");
    const byListing = await Ours.open("large-next-listing", this.#files);
    await byListing.capture();
    const byChanges = await Ours.open(LARGE_DATABASE, new Map());
    let last = await byChanges.capture({ files: this.#files });
    const records = await RawDatabase.create("large-next-records");
    const times: Times = {};
    for (let round = -WARM_UP; round < Math.max(rounds, LISTED); round++) {
      const into = round < 0 || round >= rounds ? {} : times;
      const changes = editFiles(this.#files, EDITED, ++this.#edits);
      note(into, "ours", await timed(async () => (last = await byChanges.capture({ changes }))));
      note(into, "records", await timed(() => records.putRecords([...changes.values()])));
      if (round < rounds) {
        byListing.write(changes);
        note(into, "oursByListing", await timed(() => byListing.capture()));
      }
    }
    const row = await byChanges.draft.checkpoint(last);
    if (row.files !== this.#files.size || row.bytes !== bytesIn(this.#files) || row.filesChanged !== EDITED) {
      throw new Error(`knowngood: the last checkpoint has ${row.files} files, ${row.bytes} bytes, not the project's.`);
    }
    await byChanges.history.close();
    await byListing.remove();
    await records.remove();
    return times;
  }
}

/** Rounds that do not count. */
const WARM_UP = 6;
/** Files of a first checkpoint that does not count. */
const WARM_UP_FILES = 4_000;
