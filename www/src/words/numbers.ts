// Numbers as words.

const plural = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/** "1,234". */
export function number(n: number): string {
  return numbers.format(n);
}

/** "1 file", "2 files". `many`: where it is not the noun with an s. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${plural.select(n) === "one" ? one : many}`;
}

/** A size for a person, as the history itself says it. */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) {
    return count(value, "byte");
  }
  return `${value >= 99.95 ? number(Math.round(value)) : value.toFixed(1)} ${units[unit] ?? ""}`;
}
