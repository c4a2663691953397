/** Produces the first item before returning: until then, a failure can still be answered with a status code. */
export async function begun<T>(items: AsyncIterable<T>): Promise<AsyncGenerator<T>> {
  const iterator = items[Symbol.asyncIterator]();
  return following(await iterator.next(), iterator);
}

async function* following<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
