// Many files in one message: their bytes in one buffer, which crosses between threads without a copy.

/** The contents of some files, in order. */
export interface Packed {
  /** All bytes, one file after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each file ends. */
  readonly ends: Float64Array<ArrayBuffer>;
  /** A sentence for each file that could not be read. */
  readonly failures: readonly { readonly at: number; readonly why: string }[];
}

/** Packs contents; a string is the sentence why a file could not be read. */
export function pack(contents: readonly (Uint8Array | string)[]): Packed {
  const failures: { at: number; why: string }[] = [];
  const ends = new Float64Array(contents.length);
  let end = 0;
  contents.forEach((content, at) => {
    if (typeof content === "string") {
      failures.push({ at, why: content });
    } else {
      end += content.length;
    }
    ends[at] = end;
  });
  const bytes = new Uint8Array(end);
  contents.forEach((content, at) => {
    if (typeof content !== "string") {
      bytes.set(content, (ends[at] ?? 0) - content.length);
    }
  });
  return { bytes, ends, failures };
}

/** What was packed. The arrays are views of one buffer. */
export function unpack({ bytes, ends, failures }: Packed): (Uint8Array | string)[] {
  const contents: (Uint8Array | string)[] = Array.from(ends, (end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
  for (const { at, why } of failures) {
    contents[at] = why;
  }
  return contents;
}

/** What to hand over with the message. */
export function buffersOf(packed: Packed): ArrayBuffer[] {
  return [packed.bytes.buffer, packed.ends.buffer];
}
