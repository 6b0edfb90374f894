// Does many things at once, but not too many.

/** Applies `work` to each of `items`, at most `limit` at a time. The answers are in the order of `items`. */
export async function mapLimited<Item, Answer>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = new Array<Answer>(items.length);
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at] as Item, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return answers;
}
