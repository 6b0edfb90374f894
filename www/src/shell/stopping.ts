// Watches over a command that runs: when it is to stop, and whether it does.

/** How long a command has to stop by itself. */
export const GRACE_MS = 1000;

/** Why a command was stopped, as the name of the error. */
export type StopReason = "AbortError" | "TimeoutError";

/** What makes a command stop. */
export interface Limits {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** The watch over one command. */
export interface Stopping {
  /** Why it was asked to stop; `null`: it was not. */
  readonly reason: StopReason | null;
  /** Comes when it was asked and has not stopped in time. */
  readonly late: Promise<"late">;
  /** Ends the watch. */
  done(): void;
}

/** Watches; `stop` asks the command to stop. */
export function watch({ signal, timeoutMs }: Limits, stop: () => void): Stopping {
  let reason: StopReason | null = null;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let tellLate: (late: "late") => void = () => undefined;
  const late = new Promise<"late">((resolve) => {
    tellLate = resolve;
  });
  const ask = (why: StopReason): void => {
    if (reason === null) {
      reason = why;
      stop();
      grace = setTimeout(() => tellLate("late"), GRACE_MS);
    }
  };
  const onAbort = (): void => ask("AbortError");
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => ask("TimeoutError"), timeoutMs);
  return {
    get reason() {
      return reason;
    },
    late,
    done: () => {
      signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
      clearTimeout(grace);
    },
  };
}
