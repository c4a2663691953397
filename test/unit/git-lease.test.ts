/** @covers Contract 7 Engine: one lease per project */
import { expect, test } from '@jest/globals';
import { shareLease } from '../../functions/src/service-git/share-lease.ts';

let time: number;
let token: number;
let released: number[];

const newLease = () => {
  [time, token, released] = [0, 0, []];
  return shareLease({
    acquire: async () => ++token,
    release: async (which) => void released.push(which),
    now: () => time,
  });
};

test('calls of a moment share a token, and the last one releases it', async () => {
  const lease = newLease();
  const [first, second] = await Promise.all([lease.take(0), lease.take(0)]);
  await first.release();
  expect([first.token, second.token, released]).toEqual([1, 1, []]);
  await second.release();
  expect(released).toEqual([1]);
});

test('later calls renew the lease, and their end does not release it while an older call runs', async () => {
  const lease = newLease();
  const long = await lease.take(0);
  time = 25_000;
  const short = await lease.take(0);
  await short.release();
  expect([short.token, released]).toEqual([2, []]);
  await long.release();
  expect(released).toEqual([2]);
});

test('after a refusal the next call asks again', async () => {
  [time, released] = [0, []];
  let answers = 0;
  const lease = shareLease({
    acquire: async () => {
      if (answers++ === 0) throw new Error('busy');
      return 7;
    },
    release: async (which) => void released.push(which),
  });
  await expect(lease.take(0)).rejects.toThrow('busy');
  await (await lease.take(0)).release();
  expect(released).toEqual([7]);
});
