import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { CounterPublisher } from '../../functions/src/common/counter-publisher.ts';
import type { Counters } from '../../functions/src/common/ports.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** `published`: milliseconds from the start at which counters were published. */
function prepare(answers: number[] = []) {
  const published: number[] = [];
  const begun = Date.now();
  const publisher = new CounterPublisher({
    publishInTurn: async () => {
      published.push(Date.now() - begun);
      return answers.shift() ?? 0;
    },
  } as unknown as Counters);
  return { published, publisher };
}

/** A change every 100 ms. */
async function change(publisher: CounterPublisher, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    void publisher.note('bolts');
    await jest.advanceTimersByTimeAsync(100);
  }
}

test('while changes keep coming: at once, after one second, after two, then every four; and after the last', async () => {
  const { published, publisher } = prepare();
  await change(publisher, 12_000);
  expect(published).toEqual([0, 1000, 3000, 7000, 11_000]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(published).toEqual([0, 1000, 3000, 7000, 11_000, 15_000]);
});

test('after a pause, the next change is published at once, and the one after that a second later', async () => {
  const { published, publisher } = prepare();
  await change(publisher, 4000);
  await jest.advanceTimersByTimeAsync(56_000);
  published.length = 0;
  await change(publisher, 200);
  await jest.advanceTimersByTimeAsync(5000);
  expect(published).toEqual([60_000, 61_000]);
});

test('a change does not wait for the timeline', async () => {
  const { published, publisher } = prepare([30_000]);
  await publisher.note('bolts');
  await jest.advanceTimersByTimeAsync(500);
  await publisher.note('bolts');
  await jest.advanceTimersByTimeAsync(5000);
  expect(published).toEqual([0, 1000]);
});
