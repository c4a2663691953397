/** @covers Contract 4 ZIP layout, names, limits, COCO */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Semaphore } from '../../functions/src/common/concurrency/semaphore.ts';
import { inOrder } from '../../packages/concurrency/src/in-order.ts';

const collect = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const each of all) items.push(each);
  return items;
};

const lead = (items: number, weight = 1000) => ({ items, weight, weigh: (item: number) => item });

test('results have the order of the items, whichever is ready first', async () => {
  const work = async (item: number) => {
    await sleep(item % 3 === 0 ? 9 : 1);
    return item * 2;
  };
  const items = Array.from({ length: 30 }, (_, at) => at);
  expect(await collect(inOrder(items, work, lead(7)))).toEqual(items.map((item) => item * 2));
});

test.each([
  ['items', lead(3), 3],
  ['weight', lead(50, 10), 2],
])('there are never more %s in progress or waiting than allowed', async (_, limits, most) => {
  let ahead = 0;
  let highest = 0;
  const work = async () => {
    ahead += 1;
    highest = Math.max(highest, ahead);
    await sleep(1);
  };
  for await (const _ of inOrder(Array<number>(20).fill(5), work, limits)) ahead -= 1;
  expect(highest).toBe(most);
});

test('an item heavier than the limit runs alone', async () => {
  expect(await collect(inOrder([2000, 1, 3000], async (item) => item, lead(9)))).toEqual([2000, 1, 3000]);
});

test('a failure is thrown at its place, and none is unhandled', async () => {
  const work = async (item: number) => {
    if (item >= 2) throw new Error(`item ${item}`);
    return item;
  };
  const taken: number[] = [];
  const take = async () => {
    for await (const each of inOrder([0, 1, 2, 3], work, lead(4))) taken.push(each);
  };
  await expect(take()).rejects.toThrow('item 2');
  expect(taken).toEqual([0, 1]);
});

test('when the reader stops, the items end too', async () => {
  let ended = false;
  async function* items() {
    try {
      for (let at = 0; ; at++) yield at;
    } finally {
      ended = true;
    }
  }
  for await (const item of inOrder(items(), async (each) => each, lead(4))) if (item === 3) break;
  expect(ended).toBe(true);
});

test('a semaphore runs tasks in the order of their arrival up to its limit, also after a failure', async () => {
  const semaphore = new Semaphore(2);
  let running = 0;
  let highest = 0;
  const done: number[] = [];
  const all = [0, 1, 2, 3, 4, 5].map((item) =>
    semaphore.run(async () => {
      running += 1;
      highest = Math.max(highest, running);
      await sleep(2);
      running -= 1;
      done.push(item);
      if (item === 1) throw new Error('one fails');
    }),
  );
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect([highest, done]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
});
