// IndexedDB without the package: what another tab, another version, or a faulty browser would do.

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens `name` at `version`, with `stores` made when it is new. Does not close when another tab asks. */
export function open(name, version, stores) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const store of stores) {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    }
  };
  return settled(request);
}

export const remove = (name) => settled(indexedDB.deleteDatabase(name));

export const storeNames = (database) => [...database.objectStoreNames];

export async function put(database, store, key, value) {
  const transaction = database.transaction(store, "readwrite");
  transaction.objectStore(store).put(value, key);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
}

export const get = (database, store, key) => settled(database.transaction(store).objectStore(store).get(key));

export const close = (database) => database.close();

// Faults. Each replaces a method of the platform until `mend` puts it back.

const mended = [];

function replace(prototype, method, make) {
  const original = prototype[method];
  prototype[method] = make(original);
  mended.push(() => (prototype[method] = original));
}

export function mend() {
  while (mended.length > 0) mended.pop()();
}

/** The put number `nth` (from 1) throws a DOMException of that name. */
export function throwAtPut(nth, name) {
  let count = 0;
  replace(
    IDBObjectStore.prototype,
    "put",
    (original) =>
      function (...args) {
        count += 1;
        if (count === nth) throw new DOMException("thrown by a test", name);
        return original.apply(this, args);
      },
  );
}

/** The put number `nth` becomes two `add`s of one key, so that a request fails with a ConstraintError. */
export function collideAtPut(nth) {
  let count = 0;
  replace(
    IDBObjectStore.prototype,
    "put",
    (original) =>
      function (...args) {
        count += 1;
        if (count !== nth) return original.apply(this, args);
        this.add(...args);
        return this.add(...args);
      },
  );
}

/**
 * After the callback that sends put number `nth`, its transaction is aborted, and the browser gives `name` and `message`
 * as the reason, or none when `name` is empty. There is no `commit()` meanwhile, as in older browsers.
 */
export function abortAfterPut(nth, name, message) {
  let count = 0;
  replace(IDBTransaction.prototype, "commit", () => undefined);
  replace(
    IDBObjectStore.prototype,
    "put",
    (original) =>
      function (...args) {
        count += 1;
        if (count === nth) {
          const error = name === "" ? null : new DOMException(message, name);
          Object.defineProperty(this.transaction, "error", { get: () => error });
          queueMicrotask(() => this.transaction.abort());
        }
        return original.apply(this, args);
      },
  );
}

/** When put number `nth` has succeeded, its transaction is aborted for `name` and `message`, as by a failed flush. */
export function abortAfterSuccess(nth, name, message) {
  let count = 0;
  replace(IDBTransaction.prototype, "commit", () => undefined);
  replace(
    IDBObjectStore.prototype,
    "put",
    (original) =>
      function (...args) {
        count += 1;
        const request = original.apply(this, args);
        if (count === nth) {
          const error = new DOMException(message, name);
          Object.defineProperty(this.transaction, "error", { get: () => error });
          request.addEventListener("success", () => this.transaction.abort());
        }
        return request;
      },
  );
}

/** The next write is saved, but reported as broken off by a lost connection. */
export function loseNextComplete() {
  let left = 1;
  replace(
    IDBDatabase.prototype,
    "transaction",
    (original) =>
      function (...args) {
        const transaction = original.apply(this, args);
        if (args[1] === "readwrite" && left > 0) {
          left -= 1;
          transaction.addEventListener("complete", (event) => {
            event.stopImmediatePropagation();
            const error = new DOMException(
              "Connection to Indexed Database server lost. Refresh the page to try again",
              "UnknownError",
            );
            Object.defineProperty(transaction, "error", { get: () => error });
            transaction.dispatchEvent(new Event("abort"));
          });
        }
        return transaction;
      },
  );
}

/** Every read of the record `number` fails, as when the file that holds a large value is gone. */
export function loseValue(number) {
  replace(
    IDBObjectStore.prototype,
    "get",
    (original) =>
      function (key) {
        const request = original.call(this, key);
        if (key[1] === number) {
          const error = new DOMException("Failed to read large IndexedDB value", "DataError");
          Object.defineProperty(request, "error", { get: () => error });
          request.addEventListener("success", (event) => {
            event.stopImmediatePropagation();
            request.dispatchEvent(new Event("error"));
          });
        }
        return request;
      },
  );
}

/** Notes every database that is opened, and every transaction's mode and durability. */
export function watch() {
  const seen = { databases: [], transactions: [] };
  replace(
    IDBFactory.prototype,
    "open",
    (original) =>
      function (...args) {
        const request = original.apply(this, args);
        request.addEventListener("success", () => seen.databases.push(request.result));
        return request;
      },
  );
  replace(
    IDBDatabase.prototype,
    "transaction",
    (original) =>
      function (...args) {
        const transaction = original.apply(this, args);
        seen.transactions.push(`${transaction.mode} ${transaction.durability}`);
        return transaction;
      },
  );
  return seen;
}

export const transactionsOf = (seen) => seen.transactions;

export const openedOf = (seen) => seen.databases.length;

/** Closes every database that was seen, and tells its owner, as a browser does that loses its storage process. */
export function loseConnections(seen) {
  for (const database of seen.databases) {
    database.close();
    database.dispatchEvent(new Event("close"));
  }
}

/** Takes IndexedDB away from this page: `undefined`, or a getter that throws. */
export function hideIndexedDb(throws) {
  const original = Object.getOwnPropertyDescriptor(globalThis, "indexedDB");
  Object.defineProperty(globalThis, "indexedDB", {
    configurable: true,
    get: () => {
      if (throws) throw new DOMException("denied by a test", "SecurityError");
      return undefined;
    },
  });
  mended.push(() => {
    // A window has it as its own, a worker may inherit it.
    delete globalThis.indexedDB;
    if (original !== undefined) Object.defineProperty(globalThis, "indexedDB", original);
  });
}
