// The tokens as colours, for what is not styled by CSS: a terminal, and who asks whether it is night.

/** Reads colours as they are inside `element` now. */
export function colorsIn<Colors>(element: HTMLElement, read: (token: (name: string) => string) => Colors): Colors {
  // A token is a pair of colours: which of them it is, only a property that uses it knows.
  const probe = element.appendChild(document.createElement("span"));
  try {
    return read((name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    });
  } finally {
    probe.remove();
  }
}

/** Whether it is night on the page: as a person chose it, or as the system has it. */
export function isNight(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}
