// IndexedDB as a page uses it without a library.

import type { Files } from "./project.js";

const STORE = "files";
const RECORD_BYTES = 1_000_000;

/** A database with one store. */
export class RawDatabase {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Opens it, new or not. */
  static async create(name: string): Promise<RawDatabase> {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    return new RawDatabase(await asked(opening));
  }

  /** All files in one record, cloned as they are. */
  async putWhole(files: Files): Promise<void> {
    await this.#write((store) => store.put(files, "project"));
  }

  /** One record a file, in one transaction. */
  async putEach(files: Files): Promise<void> {
    await this.#write((store) => files.forEach((bytes, path) => store.put(bytes, path)));
  }

  /** Records of bytes, in one transaction. */
  async putRecords(records: readonly Uint8Array[]): Promise<void> {
    await this.#write((store) => records.forEach((bytes, at) => store.put(bytes, at)));
  }

  /** One array cut into records of `size` bytes, each copied just before it is written, in one transaction. */
  async putCut(bytes: Uint8Array, size: number): Promise<void> {
    await this.#write((store) => {
      for (let at = 0; at < bytes.length; at += size) {
        store.put(bytes.slice(at, at + size), at);
      }
    });
  }

  /** A transaction that looks for a record that is not there. */
  async readNothing(): Promise<void> {
    const transaction = this.#database.transaction(STORE, "readonly");
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    transaction.objectStore(STORE).get("nothing");
    await done;
  }

  /** What `putWhole` wrote. */
  async wholeRecord(): Promise<Files> {
    return asked<Files>(this.#database.transaction(STORE).objectStore(STORE).get("project"));
  }

  async count(): Promise<number> {
    return asked(this.#database.transaction(STORE).objectStore(STORE).count());
  }

  close(): void {
    this.#database.close();
  }

  /** Closes and deletes it. */
  async remove(): Promise<void> {
    this.close();
    await deleteDatabase(this.#database.name);
  }

  #write(put: (store: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(STORE, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      put(transaction.objectStore(STORE));
      transaction.commit();
    });
  }
}

/** The bytes of all files, cut into arrays of 1 MB. */
export function megabytes(files: Files): Uint8Array[] {
  const records: Uint8Array[] = [];
  let record = new Uint8Array(RECORD_BYTES);
  let end = 0;
  for (let content of files.values() as Iterable<Uint8Array>) {
    while (content.length > 0) {
      const part = content.subarray(0, RECORD_BYTES - end);
      record.set(part, end);
      end += part.length;
      content = content.subarray(part.length);
      if (end === RECORD_BYTES) {
        records.push(record);
        record = new Uint8Array(RECORD_BYTES);
        end = 0;
      }
    }
  }
  return end === 0 ? records : [...records, record.slice(0, end)];
}

/** Deletes a database; one that is not there is no error. */
export async function deleteDatabase(name: string): Promise<void> {
  await asked(indexedDB.deleteDatabase(name));
}

function asked<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
