// What the browser lost: Chromium removes a database that it finds damaged, and says so only to who opens it next.

/** A browser that does not answer must not keep the history from being opened, which has a limit of its own. */
const PATIENCE_MS = 3000;

/** Why the browser has just removed the database `name` with all that was in it, in its words. `null`: it has not. */
export function lossOf(name: string): Promise<string | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([asked(name), late]);
}

function asked(name: string): Promise<string | null> {
  return new Promise((resolve) => {
    let lost: string | null = null;
    try {
      const request = indexedDB.open(name);
      request.onupgradeneeded = (event) => {
        lost = saidBy(event);
        // It is not there: to make it is for the history.
        request.transaction?.abort();
      };
      request.onsuccess = () => {
        request.result.close();
        resolve(null);
      };
      request.onerror = (event) => {
        // Else the abort above, which was meant, would be reported as an error of the page.
        event.preventDefault();
        resolve(lost);
      };
    } catch {
      // A browser without a database has lost none.
      resolve(null);
    }
  });
}

/** Chromium's own members of the event; no other browser has them. */
function saidBy(event: IDBVersionChangeEvent): string | null {
  const { dataLoss, dataLossMessage } = event as { readonly dataLoss?: unknown; readonly dataLossMessage?: unknown };
  return dataLoss === "total" ? String(dataLossMessage) : null;
}
