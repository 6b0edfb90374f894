// The two texts of a changed file, and how they can be shown.

import { words } from "../../words/checkpoints.js";
import { textOf } from "../parts/file-kind.js";
import type { CheckpointReader, Side } from "../parts/reader.js";
import type { FileDiff } from "../parts/surface.js";

/** Which file, between which sides. */
export interface FileChange {
  /** `null`: the empty draft. */
  readonly from: Side | null;
  readonly to: Side;
  readonly path: string;
  /** What is known of the change; `null`: it is to be found out. */
  readonly file: FileDiff | null;
}

/** How one file's change is shown. */
export type Shown =
  | { readonly kind: "texts"; readonly before: string; readonly after: string }
  | { readonly kind: "patch"; readonly text: string; readonly note: string | null }
  | { readonly kind: "sentence"; readonly text: string };

/** Above these a change is compared by the package, in its worker, and shown as a patch. */
const MOST_CHANGED_LINES = 400;
/** Lines that go are drawn at once by the merge view, seen or not. */
const MOST_REMOVED_LINES = 200;
const MOST_BYTES = 128 * 1024;
/** A patch of more letters is not shown. */
const MOST_PATCH = 4 * 1024 * 1024;

/** Reads what is needed to show one file's change. */
export async function readChange(change: FileChange, reader: CheckpointReader): Promise<Shown> {
  const file = change.file ?? (await findChange(change, reader));
  if (file === null) {
    return sentence(words.noChange);
  }
  if (file.damaged) {
    return sentence(words.damagedDiff);
  }
  if (file.binary) {
    return sentence(words.binaryDiff);
  }
  const { added, removed } = file;
  if (added === 0 && removed === 0) {
    if (file.status === "mode") {
      return sentence(words.onlyMode);
    }
    if (file.status === "renamed") {
      return sentence(words.onlyName);
    }
  }
  if ((added ?? 0) + (removed ?? 0) > MOST_CHANGED_LINES || (removed ?? 0) > MOST_REMOVED_LINES) {
    return readPatch(change, file, reader);
  }
  const [before, after] = await Promise.all([
    change.from === null || file.status === "added" ? nothing : reader.read(change.from, file.from ?? file.path),
    file.status === "removed" ? nothing : reader.read(change.to, file.path),
  ]);
  if (before.length + after.length > MOST_BYTES) {
    return readPatch(change, file, reader);
  }
  return textsOf(before, after);
}

/** The patch of the change, as the package makes it. */
async function readPatch(change: FileChange, file: FileDiff, reader: CheckpointReader): Promise<Shown> {
  const { from, to } = change;
  // With its old name a renamed file's patch would need both paths; its new one alone shows it as added.
  const { text } = await reader.diff({ ...(from === null ? {} : { from }), to, path: file.path });
  if (text === null || text.length > MOST_PATCH) {
    return sentence(words.tooLargeDiff);
  }
  return { kind: "patch", text, note: words.plainDiff };
}

/** Two texts that look the same although their bytes differ are said to be so. */
export function textsOf(before: Uint8Array, after: Uint8Array): Shown {
  const [old, young] = [textOf(before), textOf(after)];
  if (unified(old.text) === unified(young.text)) {
    return sentence(old.exact && young.exact ? lineEnds(old.text, young.text) : words.onlyBytes);
  }
  return { kind: "texts", before: old.text, after: young.text };
}

async function findChange({ from, to, path }: FileChange, reader: CheckpointReader): Promise<FileDiff | null> {
  const { files } = await reader.diff({ ...(from === null ? {} : { from }), to, path, stat: true });
  return files.find((file) => file.path === path) ?? null;
}

function lineEnds(before: string, after: string): string {
  return `${words.onlyLineEnds} ${nameOfEnds(before)} → ${nameOfEnds(after)}.`;
}

function nameOfEnds(text: string): string {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  const cr = text.split("\r").length - 1 - crlf;
  const found = [crlf > 0 ? "CRLF" : "", lf > 0 ? "LF" : "", cr > 0 ? "CR" : ""].filter((name) => name !== "");
  return found.length === 0 ? "none" : found.join(" and ");
}

/** As the code view sees a text: its line ends do not count. */
function unified(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function sentence(text: string): Shown {
  return { kind: "sentence", text };
}

const nothing = new Uint8Array();
