import { expect, test } from '@jest/globals';
import { batching } from '../../functions/src/common/batching.ts';

test('calls that come while a batch is under way travel together, in order, at most so many', async () => {
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

test('a batch that fails fails its own calls only', async () => {
  const refuse = batching(async (items: number[]) => {
    if (items.includes(1)) throw new Error('no');
    return items;
  }, 1);
  const [bad, good] = await Promise.allSettled([refuse(1), refuse(2)]);
  expect(bad.status).toBe('rejected');
  expect(good).toEqual({ status: 'fulfilled', value: 2 });
});

test('batches keep a pace while they gather calls, and a lone call never waits for it', async () => {
  const begun: { at: number; size: number }[] = [];
  const add = batching(
    async (items: number[]) => {
      begun.push({ at: performance.now(), size: items.length });
      return items;
    },
    100,
    400,
  );
  await add(0);
  await add(0);
  expect((begun[1]?.at ?? 0) - (begun[0]?.at ?? 0)).toBeLessThan(300);
  await Promise.all([add(1), add(2)]);
  const late = [3, 4, 5].map(async (item) => {
    await new Promise((resolve) => setTimeout(resolve, item * 5));
    return add(item);
  });
  expect(await Promise.all(late)).toEqual([3, 4, 5]);
  expect(begun.map(({ size }) => size)).toEqual([1, 1, 2, 3]);
  expect((begun[3]?.at ?? 0) - (begun[2]?.at ?? 0)).toBeGreaterThanOrEqual(390);
});
