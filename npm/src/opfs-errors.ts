// What the browser's file system says, as sentences.

/** Awaits `work`; the browser's error becomes one whose message a person can read. */
export async function withSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new Error(sentence(thrown), { cause: thrown });
  }
}

/** The browser's name for an error. */
export function errorName(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "name" in thrown ? String(thrown.name) : "";
}

function sentence(thrown: unknown): string {
  const known = sentences.get(errorName(thrown));
  if (known !== undefined) {
    return known;
  }
  return thrown instanceof Error && thrown.message !== "" ? thrown.message : "The browser's file system failed.";
}

const sentences: ReadonlyMap<string, string> = new Map([
  ["NotFoundError", "There is no such file."],
  ["TypeMismatchError", "A file stands where a folder should be, or a folder where a file should be."],
  ["TypeError", "The browser's file system cannot hold a file of this name."],
  ["QuotaExceededError", "The disk, or this site's share of it, is full."],
  ["NoModificationAllowedError", "The file is being written by somebody else."],
  ["InvalidModificationError", "The browser's file system does not allow this change."],
  ["NotAllowedError", "The browser does not allow this."],
  ["NotReadableError", "The file cannot be read; it may have changed."],
  ["InvalidStateError", "The file changed while it was read."],
]);
