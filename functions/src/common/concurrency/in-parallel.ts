/**
 * Runs `work` for all items, with a limit on how many at once.
 * @returns results in the order of the items. After the first failure, which is thrown, no more items start
 */
export async function inParallel<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (!failed) {
      const at = next++;
      const { value, done } = await source.next();
      if (done) return;
      results[at] = await work(value);
    }
  };
  const workers = Array.from({ length: limit }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(workers);
  return results;
}
