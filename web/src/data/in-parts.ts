/** Most images in one call (Contract 9: PATCH images). */
const MAX_PER_CALL = 500;

/** Parts that fit into one call each. */
export function parted<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < all.length; from += MAX_PER_CALL)
    parts.push(all.slice(from, from + MAX_PER_CALL));
  return parts;
}

/** Calls the service for one part after the other. @returns the results of all, in the same order */
export async function inParts<T, Result>(
  all: readonly T[],
  call: (some: readonly T[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const some of parted(all)) results.push(...(await call(some)));
  return results;
}
