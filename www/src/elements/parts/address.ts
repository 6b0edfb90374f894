// Where a checkpoint and a draft are found, as the package reads it.

/** The address of a checkpoint. */
export function checkpointAddress(draft: string, n: number): string {
  return `${draftAddress(draft)}/c/${n}`;
}

/** The address of a draft. */
export function draftAddress(draft: string): string {
  return `/drafts/${encodeURIComponent(draft)}`;
}
