// The rows of a project of some 4,000 files: first checkpoint, next checkpoint, restore.

import { Isomorphic } from "./isomorphic.js";
import { Ours } from "./ours.js";
import { editFiles, type Files } from "./project.js";
import { RawDatabase } from "./raw.js";
import { add, note, say, timed, timedAtRest, type Times } from "./timing.js";

/** Files of an edit. */
const EDITED = 10;

/** The project and both sides' copies of it. */
export class SmallProject {
  readonly #files: Files;
  readonly #name: string;
  #edits = 0;

  constructor(name: string, files: Files) {
    this.#name = name;
    this.#files = files;
  }

  /** Takes first checkpoints, each in a new database, one side after the other. */
  async first(rounds: number): Promise<Times> {
    const times: Times = {};
    say(`${this.#name}: first checkpoint, warm-up`);
    const cold = await this.#firstOurs(this.#files, `${this.#name}-first-cold`);
    times["oursCold"] = cold["ours"] ?? [];
    await this.#firstRaw(this.#files, `${this.#name}-first-raw-cold`);
    // The slow side is warm after a part of the files: it takes seconds.
    await this.#firstIsomorphic(new Map([...this.#files].slice(0, 400)), `${this.#name}-first-git-cold`);
    // The browser compiles ours again, better, while it runs.
    for (let round = 0; round < WARM_UP; round++) {
      await this.#firstOurs(this.#files, `${this.#name}-first-warm-${round}`);
    }
    for (let round = 0; round < rounds; round++) {
      say(`${this.#name}: first checkpoint, round ${round + 1} of ${rounds}`);
      const name = `${this.#name}-first-${round}`;
      // Ours before and after theirs, since it is over so soon that anything can fall into it.
      await this.#firstOursTimes(times, `${name}-a`);
      add(times, await this.#firstIsomorphic(this.#files, `${name}-git`));
      add(times, await this.#firstRaw(this.#files, `${name}-raw`));
      await this.#firstOursTimes(times, `${name}-b`);
    }
    return times;
  }

  /** Takes next checkpoints after edits of ten files. */
  async next(rounds: number): Promise<Times> {
    say(`${this.#name}: next checkpoint`);
    const byChanges = await Ours.open(`${this.#name}-next`, this.#files);
    await byChanges.capture();
    const byListing = await Ours.open(`${this.#name}-next-listing`, this.#files);
    await byListing.capture();
    const theirs = await Isomorphic.create(`${this.#name}-next-git`, this.#files);
    let commit = await theirs.commitAll();
    const whole = await RawDatabase.create(`${this.#name}-next-whole`);
    const records = await RawDatabase.create(`${this.#name}-next-records`);
    const times: Times = {};
    let last = 0;
    for (let round = -WARM_UP; round < rounds; round++) {
      const into = round < 0 ? {} : times;
      const changes = this.#edit();
      byChanges.write(changes);
      note(into, "ours", await timed(async () => (last = await byChanges.capture({ changes }))));
      byListing.write(changes);
      note(into, "oursByListing", await timed(() => byListing.capture()));
      await theirs.write(changes);
      note(into, "isomorphic", await timed(async () => (commit = await theirs.commitFiles([...changes.keys()]))));
      note(into, "clone", await timed(() => whole.putWhole(this.#files)));
      note(into, "records", await timed(() => records.putRecords([...changes.values()])));
    }
    await byChanges.expectCheckpoint(last, this.#files);
    await theirs.expectFiles(this.#files);
    await theirs.expectCommit(commit, this.#files);
    for (const database of [byChanges, byListing, whole, records]) {
      await database.remove();
    }
    return times;
  }

  /** Goes to and fro between two checkpoints that differ in ten files. */
  async restore(rounds: number): Promise<Times> {
    say(`${this.#name}: restore`);
    const ours = await Ours.open(`${this.#name}-restore`, this.#files);
    const theirs = await Isomorphic.create(`${this.#name}-restore-git`, this.#files);
    const before = { files: new Map(this.#files), n: await ours.capture(), commit: await theirs.commitAll() };
    const changes = this.#edit();
    ours.write(changes);
    await theirs.write(changes);
    const after = {
      files: new Map(this.#files),
      n: await ours.capture(),
      commit: await theirs.commitFiles([...changes.keys()]),
    };
    const times: Times = {};
    for (let round = -WARM_UP; round < rounds; round++) {
      const into = round < 0 ? {} : times;
      // Downwards from `after`, then up again.
      const target = (round + WARM_UP) % 2 === 0 ? before : after;
      let written = 0;
      note(into, "ours", await timed(async () => (written = await ours.restore(target.n))));
      if (written !== EDITED) {
        throw new Error(`knowngood: the restore wrote ${written} files, not ${EDITED}.`);
      }
      ours.expectWorkspace(target.files);
      await theirs.wake();
      note(into, "isomorphic", await timed(() => theirs.checkout(target.commit)));
      await theirs.expectFiles(new Map([...changes.keys()].map((path) => [path, bytesOf(target.files, path)])));
    }
    await ours.remove();
    return times;
  }

  #edit(): Files {
    return editFiles(this.#files, EDITED, ++this.#edits);
  }

  async #firstOursTimes(times: Times, name: string): Promise<void> {
    for (let time = 0; time < OURS_AT_ONCE; time++) {
      add(times, await this.#firstOurs(this.#files, `${name}-${time}`));
    }
  }

  async #firstOurs(files: Files, database: string): Promise<Times> {
    const times: Times = {};
    const ours = await Ours.open(database, files);
    let n = 0;
    note(times, "ours", await timedAtRest(async () => (n = await ours.capture())));
    await ours.expectCheckpoint(n, files);
    await ours.remove();
    const given = await Ours.open(`${database}-given`, new Map());
    note(times, "oursGiven", await timedAtRest(() => given.capture({ files })));
    await given.remove();
    return times;
  }

  async #firstIsomorphic(files: Files, database: string): Promise<Times> {
    const times: Times = {};
    const theirs = await Isomorphic.create(database, files);
    let commit = "";
    note(times, "isomorphic", await timedAtRest(async () => (commit = await theirs.commitAll())));
    await theirs.expectCommit(commit, files);
    return times;
  }

  async #firstRaw(files: Files, database: string): Promise<Times> {
    const times: Times = {};
    const whole = await RawDatabase.create(database);
    note(times, "clone", await timedAtRest(() => whole.putWhole(files)));
    if ((await whole.wholeRecord()).size !== files.size) {
      throw new Error("IndexedDB: the record holds other files than the project.");
    }
    await whole.remove();
    const each = await RawDatabase.create(`${database}-each`);
    note(times, "each", await timedAtRest(() => each.putEach(files)));
    if ((await each.count()) !== files.size) {
      throw new Error("IndexedDB: there are not as many records as files.");
    }
    await each.remove();
    return times;
  }
}

/** Rounds that do not count. */
const WARM_UP = 6;
/** First checkpoints of ours before and after one of theirs, which takes a hundred times as long. */
const OURS_AT_ONCE = 3;

function bytesOf(files: Files, path: string): Uint8Array<ArrayBuffer> {
  const bytes = files.get(path);
  if (bytes === undefined) {
    throw new Error(`${path} is not in the project.`);
  }
  return bytes;
}
