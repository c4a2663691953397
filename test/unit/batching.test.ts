/** @covers Commits of many frames keep a pace, a lone frame never waits */
import { expect, test } from '@jest/globals';
import { batching } from '../../functions/src/common/concurrency/batching.ts';
import { elapsed } from '../support/elapsed.ts';

test('calls that arrive during a batch share the next one, in order, up to the limit', async () => {
  const sizes: number[] = [];
  const double = batching(async (items: number[]) => {
    sizes.push(items.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return items.map((item) => item * 2);
  }, 4);
  const first = double(1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const rest = [2, 3, 4, 5, 6].map(double);
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(sizes).toEqual([1, 4, 1]);
});

test('a failed batch fails only its own calls', async () => {
  const refuse = batching(async (items: number[]) => {
    if (items.includes(1)) throw new Error('no');
    return items;
  }, 1);
  const [bad, good] = await Promise.allSettled([refuse(1), refuse(2)]);
  expect(bad.status).toBe('rejected');
  expect(good).toEqual({ status: 'fulfilled', value: 2 });
});

test('batches keep their interval while they have several calls, and a single call never waits', async () => {
  const sizes: number[] = [];
  let hasKeptPace = () => true;
  const wasInPace: boolean[] = [];
  const add = batching(
    async (items: number[]) => {
      sizes.push(items.length);
      wasInPace.push(hasKeptPace());
      hasKeptPace = elapsed(200);
      return items;
    },
    100,
    400,
  );
  await add(0);
  await add(0);
  await Promise.all([add(1), add(2)]);
  const late = [3, 4, 5].map(async (item) => {
    for (let turn = 0; turn < item; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return add(item);
  });
  expect(await Promise.all(late)).toEqual([3, 4, 5]);
  expect(sizes).toEqual([1, 1, 2, 3]);
  // No batch before the last one waited for a timer.
  expect(wasInPace).toEqual([true, false, false, true]);
});
