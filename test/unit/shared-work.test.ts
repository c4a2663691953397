/**
 * Work that several callers wait for: it ends with the last of them.
 * @covers Contract 14: calls of a detector end with their caller
 */
import { expect, test } from '@jest/globals';
import { SharedWork } from '../../functions/src/common/concurrency/shared-work.ts';

/** Work that ends when it is told to, or when nobody waits for it. */
function someWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const begin = (signal: AbortSignal) => {
    signals.push(signal);
    return Promise.race([
      promise,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  };
  return { begin, end: resolve, signals };
}

test('work that two wait for is done once, and goes on when one of them leaves', async () => {
  const shared = new SharedWork<string>();
  const work = someWork();
  const one = new AbortController();
  const leaving = shared.join('a', work.begin, one.signal);
  const staying = shared.join('a', work.begin, new AbortController().signal);
  one.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  work.end('done');
  expect(await staying).toBe('done');
  expect(work.signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('it ends when the last one leaves, and whoever comes later has it begun again', async () => {
  const shared = new SharedWork<string>();
  const first = someWork();
  const two = [new AbortController(), new AbortController()];
  const leaving = two.map(({ signal }) => shared.join('a', first.begin, signal));
  for (const each of two) each.abort(new Error('gone'));
  const second = someWork();
  const late = shared.join('a', second.begin, new AbortController().signal);
  for (const each of leaving) await expect(each).rejects.toThrow('gone');
  expect(first.signals.map(({ aborted }) => aborted)).toEqual([true]);
  second.end('done');
  expect(await late).toBe('done');
});
