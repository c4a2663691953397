/** How far work may run ahead of its consumer. */
export interface Lead<T> {
  /** Most items in progress or waiting to be consumed. */
  items: number;
  /** Most weight of all of them together; a heavier item goes alone. */
  weight: number;
  weigh: (item: T) => number;
}

/**
 * Runs `work` for several items at once and yields the results in the order of the items. If one fails, this fails at its
 * place. A consumer that stops early must abort the remaining work by other means.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  lead: Lead<T>,
): AsyncGenerator<R> {
  const source = iteratorOf(items);
  const ahead: { result: Promise<R>; weight: number }[] = [];
  let weight = 0;
  const fits = (item: T) =>
    ahead.length === 0 || (ahead.length < lead.items && weight + lead.weigh(item) <= lead.weight);
  try {
    for (let next = await source.next(); ; ) {
      for (; !next.done && fits(next.value); next = await source.next()) {
        const result = work(next.value);
        // Marks the rejection as handled: it is thrown when the consumer reaches this item.
        result.catch(() => {});
        ahead.push({ result, weight: lead.weigh(next.value) });
        weight += lead.weigh(next.value);
      }
      const first = ahead.shift();
      if (!first) return;
      yield await first.result;
      weight -= first.weight;
    }
  } finally {
    await source.return?.();
  }
}

const iteratorOf = <T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterator<T> | Iterator<T> =>
  Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
