// Sets names side by side, as a shell lists them.

/** Rows of names, each with its end of line; `columns`: the width of the screen; `widthOf`: that of a name. */
export function listNames(names: readonly string[], columns: number, widthOf: (name: string) => number): string {
  const widest = Math.max(0, ...names.map(widthOf)) + 2;
  const perRow = Math.max(1, Math.floor(columns / widest));
  const padded = (name: string): string => name + " ".repeat(widest - widthOf(name));
  let text = "";
  for (let at = 0; at < names.length; at += perRow) {
    const row = names.slice(at, at + perRow);
    text += `${row.slice(0, -1).map(padded).join("")}${row.at(-1) ?? ""}\r\n`;
  }
  return text;
}
