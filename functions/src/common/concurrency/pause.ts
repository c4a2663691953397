/**
 * Pauses in long work, so that other callers of the process have their turn. All work of the process shares them: a turn of the
 * event loop goes on with one piece of work, whatever waits.
 */

/** Milliseconds of work between two turns of the event loop. */
const SLICE = 25;

/** Steps of a very cheap loop, such as one over pixels, between two questions. */
export const STRETCH = 65_536;

let began = 0;
const waiting: (() => void)[] = [];

/** Whether others are to have their turn: then `await pause()`. Cheap enough to be asked in a loop. */
export const isPauseDue = (): boolean => performance.now() - began >= SLICE;

/** Ends in a later turn of the event loop, after everything that waited before. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(turn);
  });
}

function turn(): void {
  began = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(turn);
}

/** The items, with pauses between them. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    if (isPauseDue()) await pause();
    yield item;
  }
}

/** The items by their keys, as `Map.groupBy`. */
export async function groupPaced<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Promise<Map<K, T[]>> {
  const groups = new Map<K, T[]>();
  for await (const item of paced(items)) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Items of a run that is sorted at once. */
const RUN = 4096;

/** A sorted copy, made with pauses. Equal items keep their order. */
export async function sortPaced<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    if (isPauseDue()) await pause();
    runs.push(items.slice(at, at + RUN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergePaced(runs[at] as T[], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergePaced<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const merged: T[] = [];
  for (let [a, b] = [0, 0]; a < left.length || b < right.length; ) {
    if (isPauseDue()) await pause();
    const isLeft = b >= right.length || (a < left.length && compare(left[a] as T, right[b] as T) <= 0);
    merged.push((isLeft ? left[a++] : right[b++]) as T);
  }
  return merged;
}
