// fx's session bytes with fx's own name for the session, as one byte string.
// fx refuses bytes that it is given under another id, and its id is not known when a conversation begins. So the id goes
// with the bytes, through every rewind, branch and reload.

import { KnowngoodError } from "../errors.js";

/** A session as fx committed it. */
export interface FxEnvelope {
  /** fx's id. */
  readonly id: string;
  /** `null`: fx removed it. */
  readonly bytes: Uint8Array | null;
}

/** "KFX", and then the form's number. */
const MAGIC = [0x4b, 0x46, 0x58] as const;
const FORM = 1;
const HELD = 0;
const REMOVED = 1;
/** Magic, form, kind, and the length of the id in two bytes. */
const HEAD = MAGIC.length + 4;

/** One byte string of both: a copy, also where nothing else is copied. */
export function sealed({ id, bytes }: FxEnvelope): Uint8Array {
  const name = new TextEncoder().encode(id);
  if (name.length > 0xffff) {
    throw new KnowngoodError("bad_argument", "A session's id is longer than 64 KiB.", "Correct the call.");
  }
  const content = bytes ?? new Uint8Array();
  const whole = new Uint8Array(HEAD + name.length + content.length);
  whole.set([...MAGIC, FORM, bytes === null ? REMOVED : HELD, name.length >> 8, name.length & 0xff]);
  whole.set(name, HEAD);
  whole.set(content, HEAD + name.length);
  return whole;
}

/** What `sealed` was given. Bytes that something else wrote are refused: fx would begin anew without a word. */
export function opened(whole: Uint8Array): FxEnvelope {
  const [form, kind, high = 0, low = 0] = whole.subarray(MAGIC.length, HEAD);
  if (whole.length < HEAD || MAGIC.some((byte, at) => whole[at] !== byte)) {
    throw new KnowngoodError("damaged", "The stored conversation is not one of fx.", "Resume an earlier turn.");
  }
  if (form !== FORM) {
    throw new KnowngoodError("newer_format", "A newer version of this page wrote this conversation.", "Load it again.");
  }
  const end = HEAD + high * 256 + low;
  if (end > whole.length || (kind !== HELD && kind !== REMOVED)) {
    throw new KnowngoodError("damaged", "The stored conversation is damaged.", "Resume an earlier turn.");
  }
  const id = new TextDecoder().decode(whole.subarray(HEAD, end));
  return { id, bytes: kind === REMOVED ? null : whole.slice(end) };
}
