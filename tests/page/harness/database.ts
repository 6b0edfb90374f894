// Looks into the database, and harms it, behind the product's back.

const NAME = "knowngood";

/** SHA-256 over all records and keys. */
export async function databasePrint(): Promise<string> {
  const database = await open();
  const parts: BlobPart[] = [`version ${database.version}`];
  for (const name of [...database.objectStoreNames].sort()) {
    const store = database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    parts.push(name, JSON.stringify(keys));
    for (const value of values) {
      parts.push(JSON.stringify(value), ...bytesIn(value).map((bytes) => bytes as BlobPart));
    }
  }
  database.close();
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How many records are in each store. */
export async function recordCounts(): Promise<Record<string, number>> {
  const database = await open();
  const counts: Record<string, number> = {};
  for (const name of database.objectStoreNames) {
    counts[name] = await asked(database.transaction(name).objectStore(name).count());
  }
  database.close();
  return counts;
}

/** Flips one bit in the middle of the largest pack; its size. */
export function flipBitInLargestPack(): Promise<number> {
  return change("packs", (values) => {
    const [largest] = values.flatMap(bytesIn).sort((one, other) => other.length - one.length);
    if (largest === undefined) {
      throw new Error("There is no pack.");
    }
    const middle = Math.floor(largest.length / 2);
    largest[middle] = (largest[middle] ?? 0) ^ 1;
    return largest.length;
  });
}

/** Makes every draft's record one of a newer format: its first two bytes are the format's number. */
export function raiseRecordFormat(): Promise<number> {
  return change("drafts", (values) => {
    for (const bytes of values.flatMap(bytesIn)) {
      new DataView(bytes.buffer, bytes.byteOffset).setUint16(0, 999, true);
    }
    return values.length;
  });
}

/** Makes the database one of a newer version. */
export async function raiseDatabaseVersion(): Promise<number> {
  const database = await open();
  const version = database.version + 1;
  database.close();
  (await open(version)).close();
  return version;
}

async function change<Answer>(name: string, edit: (values: unknown[]) => Answer): Promise<Answer> {
  const database = await open();
  const transaction = database.transaction(name, "readwrite");
  const store = transaction.objectStore(name);
  const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked<unknown[]>(store.getAll())]);
  const answer = edit(values);
  values.forEach((value, at) => (store.keyPath === null ? store.put(value, keys[at]) : store.put(value)));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
  return answer;
}

function open(version?: number): Promise<IDBDatabase> {
  return asked(indexedDB.open(NAME, version));
}

function asked<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Every byte array inside a record. */
function bytesIn(value: unknown): Uint8Array[] {
  if (value instanceof Uint8Array) {
    return [value];
  }
  if (value instanceof ArrayBuffer) {
    return [new Uint8Array(value)];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(bytesIn) : [];
}
