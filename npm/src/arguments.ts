// Checks what a caller without a type checker may get wrong, before it becomes another number or another kind.

import { KnowngoodError } from "./errors.js";
import type { CaptureKind, CaptureRequest, Scope, Verdict } from "./types.js";

/** A checkpoint's number. */
export function checkpointNumber(n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 0xffff_ffff) {
    throw bad(`A checkpoint's number is a whole number from 1 on, not ${String(n)}.`);
  }
  return n;
}

/** A draft's id. */
export function draftId(id: string): string {
  if (typeof id !== "string" || id === "") {
    throw bad("A draft's id is a text that is not empty.");
  }
  return id;
}

/** A verdict as it is stored. */
export function verdict(verdict: Verdict): Verdict {
  const given = object(verdict, "A verdict");
  if (given.result === "success") {
    return { result: "success" };
  }
  if (given.result === "failed" && Number.isInteger(given.errors) && given.errors >= 0) {
    const { errors, message } = given;
    return message === undefined ? { result: "failed", errors } : { result: "failed", errors, message };
  }
  throw bad("A verdict is { result: 'success' } or { result: 'failed', errors: <a whole number> }.");
}

/** A capture's kind, and that it names its files in one way. */
export function captureKind(request: CaptureRequest): CaptureKind {
  object(request, "A capture");
  if (!kinds.has(request.kind)) {
    throw bad(`A capture's kind is one of ${[...kinds].join(", ")}, not ${String(request.kind)}.`);
  }
  if (request.files !== undefined && request.changes !== undefined) {
    throw bad("A capture is given all files or the changes, not both.");
  }
  return request.kind;
}

/** What goes back. */
export function scope(given: Scope | undefined, otherwise: Scope): Scope {
  const wanted = given ?? otherwise;
  if (!scopes.has(wanted)) {
    throw bad(`A scope is one of ${[...scopes].join(", ")}, not ${String(wanted)}.`);
  }
  return wanted;
}

/** How a restore that was cut off is ended. */
export function recovery(way: "finish" | "rollBack"): "finish" | "rollBack" {
  if (way !== "finish" && way !== "rollBack") {
    throw bad(`A cut-off restore is ended by 'finish' or 'rollBack', not ${String(way)}.`);
  }
  return way;
}

/** A text, such as the id of a turn or what it was asked. */
export function text<Text extends string>(given: Text, what: string): Text {
  if (typeof given !== "string") {
    throw bad(`${what} is a text, not ${typeof given}.`);
  }
  return given;
}

/** A text that may be left out. */
export function optionalText(given: string | undefined, what: string): string | undefined {
  return (given ?? undefined) === undefined ? undefined : text(given as string, what);
}

/** What a caller hands over under names. */
export function object<Given extends object>(given: Given, what: string): Given {
  if (typeof given !== "object" || given === null) {
    throw bad(`${what} is an object, not ${given === null ? "null" : typeof given}.`);
  }
  return given;
}

/** What a call may be told beside its arguments. */
export function optional<Options extends object>(options: Options): Options {
  return object(options, "What is said beside the arguments of a call");
}

/** Texts, such as the paths of single files. */
export function texts(given: Iterable<string>, what: string): string[] {
  if (typeof given !== "object" || typeof given?.[Symbol.iterator] !== "function") {
    throw bad(`${what} are a list of texts.`);
  }
  return [...given];
}

/** An error about an argument. */
export function bad(message: string): KnowngoodError {
  return new KnowngoodError("bad_argument", message, "Correct the call.");
}

const scopes: ReadonlySet<Scope> = new Set<Scope>(["files", "conversation", "both"]);

const kinds: ReadonlySet<CaptureKind> = new Set<CaptureKind>(["template", "edit", "build", "message"]);
