/**
 * Walks two listings of the same order in parallel, with one item of each in memory. Items that compare as 0 come as a
 * pair, all others alone; if one side has several equal items, the first is paired.
 */
export async function* mergeSorted<A, B>(
  left: AsyncIterable<A>,
  right: AsyncIterable<B>,
  compare: (a: A, b: B) => number,
): AsyncGenerator<[A, B] | [A, null] | [null, B]> {
  const [as, bs] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()];
  let [a, b] = await Promise.all([as.next(), bs.next()]);
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compare(a.value, b.value);
    if (order < 0) yield [a.value as A, null];
    else if (order > 0) yield [null, b.value as B];
    else yield [a.value as A, b.value as B];
    [a, b] = await Promise.all([order <= 0 ? as.next() : a, order >= 0 ? bs.next() : b]);
  }
}
