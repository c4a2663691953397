/**
 * By a clock of its own: no test waits.
 * @covers Work that is asked for often is done by key, one at a time, at most every so often
 */
import { beforeEach, expect, test } from '@jest/globals';
import type { Clock } from '../../functions/src/common/concurrency/clock.ts';
import { Pacer } from '../../functions/src/common/concurrency/pacer.ts';

const SECOND = 1_000;

class HandClock implements Clock {
  #now = 1_790_000_000_000;
  readonly #calls = new Set<{ due: number; call: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { due: this.#now + milliseconds, call };
    this.#calls.add(timer);
    return () => this.#calls.delete(timer);
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      // What the last call has begun comes first.
      await new Promise(setImmediate);
      const [next] = [...this.#calls].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.#calls.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.call();
    }
    this.#now = end;
  }
}

let clock: HandClock;
/** When runs began, in milliseconds from the start of the test, by key. */
let began: Record<string, number[]>;
/** What each run takes, milliseconds, and answers. */
let takes: number;
let again: number;
let isFailing: boolean;
let failures: unknown[];
let pacer: Pacer;

beforeEach(() => {
  clock = new HandClock();
  const start = clock.now();
  [began, takes, again, isFailing, failures] = [{}, 0, 0, false, []];
  pacer = new Pacer({
    run: async (key) => {
      began[key] = [...(began[key] ?? []), clock.now() - start];
      if (takes > 0) await new Promise<void>((done) => clock.after(takes, done));
      if (isFailing) throw new Error(`no ${key}`);
      return again;
    },
    interval: (_, busy) => (busy >= 5 * SECOND ? 4 * SECOND : SECOND),
    failed: () => (error) => failures.push(error),
    most: 2,
    clock,
  });
});

/** Asks every 100 ms. */
async function askFor(milliseconds: number, isUrgent = false): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    void pacer.ask('a', isUrgent);
    await clock.advance(100);
  }
}

test('at once, then once an interval, and once after the last question', async () => {
  await askFor(1_500);
  await clock.advance(60 * SECOND);
  expect(began).toEqual({ a: [0, 1_000, 2_000] });
});

test('the interval may depend on how long there was no pause', async () => {
  await askFor(14 * SECOND);
  expect(began.a).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 9_000, 13_000]);
  await clock.advance(60 * SECOND);
  began = {};
  await askFor(1_500);
  const [first, second] = began.a as [number, number];
  expect(second - first).toBe(SECOND);
});

test('each key has a pace of its own', async () => {
  await Promise.all([pacer.ask('a'), pacer.ask('b')]);
  expect(began).toEqual({ a: [0], b: [0] });
});

test('one runs and one waits for it, which serves everybody who asked meanwhile', async () => {
  takes = 300;
  const calls = [pacer.now('a'), pacer.now('a'), pacer.now('a'), pacer.now('a')];
  await clock.advance(SECOND);
  await Promise.all(calls);
  expect(began.a).toEqual([0, 300]);
});

test('a question ends with the run that starts now, and does not wait for the next one unless it is urgent', async () => {
  takes = 3 * SECOND;
  const ended: string[] = [];
  void pacer.ask('a').then(() => ended.push('first'));
  await clock.advance(2 * SECOND);
  void pacer.ask('a').then(() => ended.push('second'));
  void pacer.ask('a', true).then(() => ended.push('urgent'));
  await clock.advance(0);
  expect(ended).toEqual(['second']);
  await clock.advance(5 * SECOND);
  expect(ended).toEqual(['second', 'first', 'urgent']);
  expect(began.a).toEqual([0, 3_000]);
});

test('an urgent question does not wait for the interval', async () => {
  await pacer.ask('a');
  await clock.advance(100);
  await pacer.ask('a', true);
  expect(began.a).toEqual([0, 100]);
});

test('a run that says when it wants to run again does so, unless somebody asks before', async () => {
  again = 30 * SECOND;
  await pacer.ask('a');
  await clock.advance(31 * SECOND);
  expect(began.a).toEqual([0, 30_000]);
  await pacer.ask('a');
  again = 0;
  await clock.advance(60 * SECOND);
  expect(began.a).toEqual([0, 30_000, 31_000, 61_000]);
});

test('of two times within which to run, the earlier counts', async () => {
  pacer.within('a', 900);
  pacer.within('a', 300);
  pacer.within('a', 600);
  await clock.advance(10 * SECOND);
  expect(began.a).toEqual([300]);
});

test('a failure is told, and tried again by itself after twenty times its duration, at most half a minute', async () => {
  for (const [duration, cooldown] of [
    [200, 4 * SECOND],
    [10 * SECOND, 30 * SECOND],
  ] as const) {
    [began, takes, isFailing, failures] = [{}, duration, true, []];
    void pacer.now('a');
    await clock.advance(duration);
    isFailing = false;
    await clock.advance(60 * SECOND);
    const [first, second] = began.a as [number, number];
    expect(second - first).toBe(duration + cooldown);
    expect(failures).toHaveLength(1);
  }
});

test('during the cooldown only a call that does not care about it runs, and its success ends it', async () => {
  [takes, isFailing] = [10 * SECOND, true];
  void pacer.now('a');
  await clock.advance(10 * SECOND);
  [takes, isFailing] = [0, false];
  await pacer.ask('a', true);
  expect(began.a).toEqual([0]);
  await pacer.now('a');
  await pacer.ask('a', true);
  expect(began.a).toEqual([0, 10_000, 10_000]);
});

test('what is due soon can be found', async () => {
  await pacer.ask('a');
  await clock.advance(700);
  expect([pacer.isDue('a', 250), pacer.isDue('a', 300)]).toEqual([false, true]);
  takes = SECOND;
  void pacer.now('a');
  expect(pacer.isDue('a', 10 * SECOND)).toBe(false);
});

test('a key that was dropped from the cache still runs when its timer is due', async () => {
  await pacer.ask('a');
  await pacer.ask('a');
  await Promise.all([pacer.ask('b'), pacer.ask('c')]);
  await clock.advance(10 * SECOND);
  expect(began).toEqual({ a: [0, 1_000], b: [0], c: [0] });
});
