/**
 * Listeners that are shared by all who read the same.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Sink } from '../../web/src/data/live/live.ts';

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });
const { feedOf } = await import('../../web/src/data/live/live.ts');

/** Milliseconds after which any listener is tried again. */
const LONG = 60_000;

/** As the live database refuses. */
const refusal = () =>
  Object.assign(new Error('permission_denied at /monitor/new'), { code: 'PERMISSION_DENIED' });

describe('a listener that the rules refuse', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Refused until somebody is permitted. */
  function followed(key: string, mayFollow: boolean, permit = false) {
    const rules = { permit, asked: 0, refuse: () => {} };
    const feed = feedOf<string>(key, async ({ next, fail }: Sink<string>) => {
      rules.asked += 1;
      rules.refuse = () => fail(refusal(), mayFollow);
      if (rules.permit) next('running');
      else rules.refuse();
      return () => {};
    });
    return { rules, feed, leave: feed.join() };
  }

  test('is tried again where permission may follow: a monitor that was just made or shared is seen', async () => {
    const { rules, feed, leave } = followed('live new', true);
    await jest.advanceTimersByTimeAsync(0);
    expect(feed.store.get()).toMatchObject({ state: 'failed', denied: true });
    rules.permit = true;
    await jest.advanceTimersByTimeAsync(LONG);
    expect(feed.store.get()).toMatchObject({ state: 'ready', value: 'running' });
    expect(rules.asked).toBe(2);
    leave();
    await jest.advanceTimersByTimeAsync(LONG);
  });

  test('is asked once more where it was permitted before: a refusal may be of the time without sign-in', async () => {
    const { rules, feed, leave } = followed('doubted', false, true);
    await jest.advanceTimersByTimeAsync(0);
    rules.refuse();
    expect(feed.store.get()).toMatchObject({ state: 'ready' });
    await jest.advanceTimersByTimeAsync(LONG);
    expect([feed.store.get().state, rules.asked]).toEqual(['ready', 2]);
    rules.permit = false;
    rules.refuse();
    await jest.advanceTimersByTimeAsync(LONG);
    expect([feed.store.get().state, rules.asked]).toEqual(['failed', 3]);
    leave();
    await jest.advanceTimersByTimeAsync(LONG);
  });

  test('is not tried again where it is refused for good, nor after everybody has left', async () => {
    const forGood = followed('records', false);
    const left = followed('live left', true);
    await jest.advanceTimersByTimeAsync(0);
    left.leave();
    await jest.advanceTimersByTimeAsync(LONG);
    expect([forGood.rules.asked, left.rules.asked]).toEqual([1, 1]);
    forGood.leave();
    await jest.advanceTimersByTimeAsync(LONG);
  });
});
