// Numbers as words.

const plural = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** "1,234". */
export function number(n: number): string {
  return numbers.format(n);
}

/** "1 file", "2 files". `many`: where it is not the noun with an s. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${plural.select(n) === "one" ? one : many}`;
}

/** A size for a person. */
export function size(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 ? number(Math.round(value)) : oneDecimal.format(value)} ${units[unit] ?? ""}`;
}
