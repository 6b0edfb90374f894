// Small choices that this browser remembers. Some private windows remember nothing.

/** What was chosen, or `otherwise`. */
export function remembered(key: string, otherwise: string): string {
  try {
    return localStorage.getItem(`knowngood:${key}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Remembers a choice. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`knowngood:${key}`, value);
  } catch {
    // Then it holds for this page only.
  }
}
