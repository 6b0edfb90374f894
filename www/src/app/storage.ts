// Asks the browser to keep what is stored.

/** The browser's answer: `true`, it will not clear it by itself; `null`, it does not say. */
export async function askToPersist(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persist?.()) ?? null;
  } catch {
    return null;
  }
}
