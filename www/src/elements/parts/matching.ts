// Finds files by what is typed.

/** Files whose path has every word of `filter` in it. */
export function matching<File extends { readonly path: string }>(
  files: readonly File[],
  filter: string,
): readonly File[] {
  const parts = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  return parts.length === 0
    ? files
    : files.filter(({ path }) => parts.every((part) => path.toLowerCase().includes(part)));
}
