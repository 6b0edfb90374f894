// Cuts what a command printed to what fx takes, never inside a character, and says so where it did.

/** The most that fx takes of one command's outputs together. */
export const OUTPUT_LIMIT_BYTES = 64 * 1024;

/** Both outputs of a command, at most `limit` bytes together: each has half, and what the other leaves of its half. */
export function cutOutputs(stdout: string, stderr: string, limit: number): { stdout: string; stderr: string } {
  const out = encoder.encode(stdout);
  const err = encoder.encode(stderr);
  if (out.length + err.length <= limit) {
    return { stdout, stderr };
  }
  const errRoom = Math.max(Math.floor(limit / 2), limit - out.length);
  const outRoom = limit - Math.min(err.length, errRoom);
  return { stdout: cut(out, outRoom), stderr: cut(err, errRoom) };
}

function cut(bytes: Uint8Array, limit: number): string {
  if (bytes.length <= limit) {
    return decoder.decode(bytes);
  }
  // Said in the output itself: fx cannot see that it was cut when it gets no more than it takes.
  const note = `\n[cut: ${bytes.length} bytes in all]\n`;
  const said = note.length <= limit / 2 ? note : "";
  let end = limit - said.length;
  // A byte that goes on a character: that character begins before the cut and ends behind it.
  while (end > 0 && isContinuation(bytes[end])) {
    end -= 1;
  }
  return decoder.decode(bytes.subarray(0, end)) + said;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

const encoder = new TextEncoder();
// A byte order mark is part of what was printed.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
