/** Arrays of `size` items each; the last one may have fewer. */
export function* chunks<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const each of all) {
    if (chunk.push(each) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
