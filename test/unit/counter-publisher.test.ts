/** @covers After a call that the database did not answer, live state and counters wait before they ask again; what a session counted before is kept */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { CounterPublisher } from '../../functions/src/common/counters/counter-publisher.ts';
import { standIn } from '../support/stand-in.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/**
 * `published`: milliseconds from the start at which counters were published.
 * @param answers milliseconds after which each publication is to be made again
 */
function prepare(answers: number[] = []) {
  const published: number[] = [];
  const begun = Date.now();
  const publishInTurn = async () => {
    published.push(Date.now() - begun);
    return answers.shift() ?? 0;
  };
  standIn({ counters }, { counters: { publishInTurn } });
  return { published, publisher: new CounterPublisher() };
}

/** A change every 100 ms. */
async function change(publisher: CounterPublisher, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    void publisher.note('bolts');
    await jest.advanceTimersByTimeAsync(100);
  }
}

test('at once, then every second, every four while changes keep coming, and after the last', async () => {
  const { published, publisher } = prepare();
  await change(publisher, 12_000);
  const seconds = [0, 1000, 2000, 3000, 4000, 5000];
  expect(published).toEqual([...seconds, 9000]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(published).toEqual([...seconds, 9000, 13_000]);
});

test('after a pause, the next change is published at once, and the one after that a second later', async () => {
  const { published, publisher } = prepare();
  await change(publisher, 8000);
  await jest.advanceTimersByTimeAsync(52_000);
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

test('of 1,001 datasets the one that rests longest is forgotten, and still published after its last change', async () => {
  const { published, publisher } = prepare();
  await publisher.note('bolts');
  await publisher.note('bolts');
  for (let other = 0; other < 1_000; other += 1) await publisher.note(`d${other}`);
  published.length = 0;
  await publisher.note('bolts');
  expect(published).toEqual([0]);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(published).toEqual([0, 1_000]);
});

test.each([
  ['at once', 5, 1_000],
  ['after ten seconds', 10_000, 40_000],
  ['after a minute', 60_000, 90_000],
])(
  'a publication that fails %s is tried again after a second, or half a minute after a long one',
  async (_, takes, every) => {
    const published: number[] = [];
    let isFailing = true;
    const begun = Date.now();
    const publishInTurn = async () => {
      published.push(Date.now() - begun);
      if (!isFailing) return 0;
      await new Promise((done) => setTimeout(done, takes));
      throw new Error('no answer');
    };
    standIn({ counters }, { counters: { publishInTurn } });
    const publisher = new CounterPublisher();
    await change(publisher, 3 * every);
    expect(published.length).toBeGreaterThanOrEqual(3);
    expect(published.length).toBeLessThanOrEqual(4);
    isFailing = false;
    const { length } = published;
    void publisher.note('bolts');
    await jest.advanceTimersByTimeAsync(every + takes);
    expect(published.length).toBe(length + 1);
  },
);
