import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins calls that arrive while an earlier batch is under way into the next batch, so that load makes batches larger
 * instead of calls more. A lone call runs at once.
 * @param run does one batch; its results stand in the order of the items; when it throws, every call of the batch fails
 * @param limit items in one batch at the most
 * @param pace milliseconds between the beginnings of two batches as long as they gather more than one call each
 */
export function batching<Item, Result>(
  run: (items: Item[]) => Promise<readonly Result[]>,
  limit: number,
  pace = 0,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;
  let earliest = 0;

  async function drain(): Promise<void> {
    busy = true;
    // Calls of the same turn of the event loop travel together.
    await null;
    while (waiting.length > 0) {
      if (earliest > Date.now()) await sleep(earliest - Date.now());
      const batch = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      earliest = batch.length > 1 ? Date.now() + pace : 0;
      await settle(batch, run);
    }
    busy = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void drain();
    });
}

async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => {
      resolve(results[index] as Result);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
