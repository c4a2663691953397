import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins calls that arrive during a batch into the next batch: load makes batches larger, not more frequent. A single call
 * runs at once.
 * @param run processes one batch and returns its results in the order of the items; if it throws, every call of the batch
 *   fails
 * @param limit most items in one batch
 * @param pace milliseconds between the starts of two batches, as long as batches have more than one item
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
    // Calls of the same turn of the event loop share a batch.
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
