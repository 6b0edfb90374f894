// The one error class of the package, and how whatever was thrown becomes one.

import type { ErrorCode } from "./types.js";

/** What every call of this package fails with. `message` and `hint` are sentences for a person. */
export class KnowngoodError extends Error {
  /** What went wrong, from a closed list. */
  readonly code: ErrorCode;
  /** What can be done about it; may be empty. */
  readonly hint: string;
  /** The files it is about; may be empty. */
  readonly paths: readonly string[];

  constructor(code: ErrorCode, message: string, hint = "", paths: readonly string[] = []) {
    super(message);
    this.name = "KnowngoodError";
    this.code = code;
    this.hint = hint;
    this.paths = paths;
  }
}

/** Turns whatever was thrown into a `KnowngoodError`. Something without a known code is a fault of this package. */
export function toKnowngoodError(thrown: unknown): KnowngoodError {
  if (thrown instanceof KnowngoodError) {
    return thrown;
  }
  const message = sentenceOf(thrown);
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && isErrorCode(thrown.code)) {
    const hint = "hint" in thrown && typeof thrown.hint === "string" ? thrown.hint : "";
    return new KnowngoodError(thrown.code, message, hint, "paths" in thrown ? stringsOf(thrown.paths) : []);
  }
  if (thrown instanceof DOMException && thrown.name === "DataCloneError") {
    return new KnowngoodError(
      "bad_argument",
      `What was given cannot be sent to a worker: ${message}`,
      "Correct the call.",
    );
  }
  const error = new KnowngoodError("internal", message, "Reload the page. What was saved before is not touched.");
  error.cause = thrown;
  return error;
}

/** Awaits `work`; what it fails with becomes a `KnowngoodError`. */
export async function withCleanErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw toKnowngoodError(thrown);
  }
}

/** What a thrown value says. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

// A record and not an array, so that the compiler notices a code that is missing here.
const codes: Readonly<Record<ErrorCode, true>> = {
  no_checkpoint: true,
  pruned: true,
  not_on_this_device: true,
  agent_working: true,
  in_the_way: true,
  plan_stale: true,
  conflict: true,
  quota_exceeded: true,
  too_large: true,
  bad_path: true,
  damaged: true,
  newer_format: true,
  read_only: true,
  nothing_to_undo: true,
  storage_unavailable: true,
  closed: true,
  bad_argument: true,
  no_workspace: true,
  workspace_failed: true,
  restore_interrupted: true,
  no_draft: true,
  no_file: true,
  nothing_to_redo: true,
  no_turn: true,
  turn_left: true,
  no_branch: true,
  not_remembered: true,
  internal: true,
};

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(codes, value);
}
