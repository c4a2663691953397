interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins calls that arrive while an earlier batch is under way into the next batch, so that load makes batches larger
 * instead of calls more. Nothing waits for a timer: a lone call runs at once.
 * @param run does one batch; its results stand in the order of the items; when it throws, every call of the batch fails
 * @param limit items in one batch at the most
 */
export function batching<Item, Result>(
  run: (items: Item[]) => Promise<readonly Result[]>,
  limit: number,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    // Calls of the same turn of the event loop travel together.
    await null;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
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
