/** @covers Memory of pictures and crops, leaving */
import { expect, test } from '@jest/globals';
import { inParallel } from '../../functions/src/common/concurrency/in-parallel.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function* later(count: number) {
  for (let at = 0; at < count; at += 1) {
    await turn();
    yield at;
  }
}

test.each<[string, () => Iterable<number> | AsyncIterable<number>]>([
  ['a list', () => [0, 1, 2, 3, 4, 5, 6]],
  ['a stream', () => later(7)],
])('%s: up to the limit at once, results in the order of the items', async (_, items) => {
  let running = 0;
  let highest = 0;
  const results = await inParallel(items(), 3, async (item) => {
    running += 1;
    highest = Math.max(highest, running);
    for (let left = item % 3; left >= 0; left -= 1) await turn();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(highest).toBe(3);
});

test('the first failure fails all, and nothing starts after it', async () => {
  const begun: number[] = [];
  const all = inParallel([0, 1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await turn();
    if (item === 1) throw new Error('broken');
    await turn();
  });
  await expect(all).rejects.toThrow('broken');
  for (let left = 5; left > 0; left -= 1) await turn();
  expect(begun).toEqual([0, 1]);
});
