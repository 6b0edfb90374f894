// One timer for everything on the page that says how long ago something was.

/** The shortest time after which words such as "2 minutes ago" can be wrong by much. */
const EVERY = 10_000;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** Calls `listener` now and then while the page is seen. The answer stops it. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  keepGoing();
  return () => {
    listeners.delete(listener);
    keepGoing();
  };
}

function keepGoing(): void {
  const wanted = listeners.size > 0 && !document.hidden;
  if (wanted && timer === undefined) {
    timer = window.setInterval(tick, EVERY);
  } else if (!wanted) {
    clearInterval(timer);
    timer = undefined;
  }
}

function tick(): void {
  for (const listener of listeners) {
    listener();
  }
}

document.addEventListener("visibilitychange", () => {
  keepGoing();
  if (!document.hidden) {
    tick();
  }
});
