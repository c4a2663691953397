/** @covers Memory of pictures and crops, leaving */
import { expect, test } from '@jest/globals';
import { Semaphore } from '../../functions/src/common/concurrency/semaphore.ts';

/** Work that reports its start, and ends on request. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, work, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('tasks run at once up to the total weight, the others in the order of their arrival', async () => {
  const semaphore = new Semaphore(10);
  const { begun, work, end } = works();
  for (const [name, weight] of [
    ['a', 6],
    ['b', 4],
    ['c', 8],
    ['d', 1],
  ] as const) {
    void semaphore.run(work(name), { weight });
  }
  await turn();
  expect(begun).toEqual(['a', 'b']);
  // There is room for d, but c came first.
  await end('b');
  expect(begun).toEqual(['a', 'b']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a task heavier than the total runs alone', async () => {
  const semaphore = new Semaphore(10);
  const { begun, work, end } = works();
  void semaphore.run(work('light'));
  void semaphore.run(work('heavy'), { weight: 99 });
  void semaphore.run(work('next'));
  await turn();
  expect(begun).toEqual(['light']);
  await end('light');
  expect(begun).toEqual(['light', 'heavy']);
  await end('heavy');
  expect(begun).toEqual(['light', 'heavy', 'next']);
});

test('a task that leaves the queue is never run and does not block others', async () => {
  const semaphore = new Semaphore(10);
  const { begun, work, end } = works();
  const leaving = new AbortController();
  void semaphore.run(work('first'), { weight: 5 });
  const left = semaphore.run(work('left'), { weight: 10, signal: leaving.signal });
  void semaphore.run(work('behind'), { weight: 5 });
  await turn();
  expect(begun).toEqual(['first']);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await turn();
  expect(begun).toEqual(['first', 'behind']);
  await end('first');
  await end('behind');
  await expect(semaphore.run(work('late'), { signal: leaving.signal })).rejects.toThrow('gone');
  expect(begun).toEqual(['first', 'behind']);
});

test('work that fails, or whose caller disconnects, releases its weight', async () => {
  const semaphore = new Semaphore(1);
  const { begun, work, end } = works();
  const leaving = new AbortController();
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const running = semaphore.run(work('running'), { signal: leaving.signal });
  leaving.abort();
  void semaphore.run(work('next'));
  await turn();
  expect(begun).toEqual(['running']);
  await end('running');
  expect(await running).toBe('running');
  expect(begun).toEqual(['running', 'next']);
});

test('shares take turns, each in its own order', async () => {
  const semaphore = new Semaphore(1);
  const { begun, work, end } = works();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
    void semaphore.run(work(name), { share: name.charAt(0) });
  await turn();
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'];
  for (const name of order) await end(name);
  expect(begun).toEqual(order);
});

test('a share that holds what it may leaves the rest to others, and gets it back when they are done', async () => {
  const semaphore = new Semaphore(3, 1);
  const { begun, work, end } = works();
  for (const name of ['a1', 'a2', 'a3']) void semaphore.run(work(name), { share: 'a' });
  await turn();
  expect(begun).toEqual(['a1', 'a2']);
  for (const name of ['b1', 'b2']) void semaphore.run(work(name), { share: 'b' });
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

test('what is spared keeps nothing heavy from a share that holds nothing', async () => {
  const semaphore = new Semaphore(10, 4);
  const { begun, work, end } = works();
  void semaphore.run(work('heavy'), { weight: 10, share: 'a' });
  void semaphore.run(work('light'), { weight: 1, share: 'a' });
  void semaphore.run(work('other'), { weight: 5, share: 'b' });
  await turn();
  expect(begun).toEqual(['heavy']);
  await end('heavy');
  expect(begun).toEqual(['heavy', 'light', 'other']);
});

test('a share whose only task leaves gives up its turn', async () => {
  const semaphore = new Semaphore(1);
  const { begun, work, end } = works();
  const leaving = new AbortController();
  void semaphore.run(work('a'), { share: 'a' });
  const left = semaphore.run(work('b'), { share: 'b', signal: leaving.signal });
  void semaphore.run(work('c'), { share: 'c' });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await end('a');
  expect(begun).toEqual(['a', 'c']);
});
