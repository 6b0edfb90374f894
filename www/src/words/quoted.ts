// A person's own words in a sentence of the page: short, on one line, and in their own direction.

/** As long as a sentence can carry. */
const MOST = 160;

/** Letters that go from right to left, and characters that change the direction. */
const OTHER_DIRECTION = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** `text` in quotation marks. What is cut off is seen elsewhere in full. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = [...line.slice(0, 2 * MOST)];
  const short = letters.length > MOST || line.length > 2 * MOST ? `${letters.slice(0, MOST).join("")}…` : line;
  return `“${OTHER_DIRECTION.test(short) ? isolated(short) : short}”`;
}

/** Its own marks of direction must not reach beyond it: they are taken out, and it is set apart. */
function isolated(text: string): string {
  return `\u2068${text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "")}\u2069`;
}
