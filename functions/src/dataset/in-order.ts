/** How far work may run ahead of whoever takes its results. */
export interface Lead<T> {
  /** Items under way or waiting to be taken. */
  items: number;
  /** What all of them together may weigh; an item that is heavier than that goes alone. */
  weight: number;
  weigh: (item: T) => number;
}

/**
 * Does `work` for several items at once, and gives the results in the order of the items. When one of them fails, so
 * does this, at its place. Whoever stops taking must end what is under way by other means.
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
        // It is heard of when it is taken; until then its failure is nobody's surprise.
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
