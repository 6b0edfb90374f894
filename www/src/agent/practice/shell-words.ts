// Shell commands for what the practice agent does to files: it has no other way to them, as fx has none.

/** Writes a file whole, making the folders above it. */
export function writeCommand(path: string, text: string): string {
  const slash = path.lastIndexOf("/");
  const folder = slash > 0 ? `mkdir -p ${quoted(path.slice(0, slash))} && ` : "";
  return `${folder}printf '%s' ${quoted(text)} > ${quoted(path)}`;
}

/** Prints a file. */
export function readCommand(path: string): string {
  return `cat ${quoted(path)}`;
}

/** Says how long a file is. */
export function sizeCommand(path: string): string {
  return `wc -c < ${quoted(path)}`;
}

/** Removes a file. */
export function deleteCommand(path: string): string {
  return `rm ${quoted(path)}`;
}

// A path that begins with a dash would be read as an option.
function quoted(word: string): string {
  const safe = word.startsWith("-") ? `./${word}` : word;
  return `'${safe.replaceAll("'", `'\\''`)}'`;
}
