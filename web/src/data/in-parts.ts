/** Most images in one call (Contract 9: PATCH images). */
const MAX_PER_CALL = 500;

/** Calls the service for one part after the other. @param size of a part @returns the results of all, in the same order */
export async function inParts<T, Result>(
  all: readonly T[],
  call: (some: readonly T[]) => Promise<readonly Result[]>,
  size = MAX_PER_CALL,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += size)
    results.push(...(await call(all.slice(from, from + size))));
  return results;
}
