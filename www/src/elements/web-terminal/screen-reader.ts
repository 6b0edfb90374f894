// Remembers whether the terminal speaks to a screen reader.

const KEY = "knowngood:terminal-screen-reader";

/** Whether it was asked for. A browser does not tell whether a screen reader runs. */
export function showsScreenReader(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Remembers the answer. */
export function keepScreenReader(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // It then holds for this page only.
  }
}
