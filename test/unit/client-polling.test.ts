/**
 * How often `watch` of `@sightline/client` polls (Spec 8), with a simulated clock.
 * @covers Spec 6, 8: clients poll live state at most once a second
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';

/** Milliseconds that each poll takes, in order; later ones take none. */
let durations: number[];
/** Start and end of each poll on the simulated clock. */
let polls: { begun: number; ended: number }[];

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });

const fetchSlowly = async (): Promise<Response> => {
  const poll = { begun: performance.now(), ended: Number.POSITIVE_INFINITY };
  polls.push(poll);
  const duration = durations.shift() ?? 0;
  if (duration > 0) await new Promise((resolve) => setTimeout(resolve, duration));
  poll.ended = performance.now();
  return json({ status: true, totalCounter: polls.length });
};

function watch(interval: number): AbortController {
  const control = new AbortController();
  new Sightline({ baseUrl: 'http://x', databaseUrl: 'http://y', fetch: fetchSlowly })
    .monitors('line-1')
    .watch(() => {}, { signal: control.signal, interval });
  return control;
}

beforeEach(() => {
  jest.useFakeTimers();
  [durations, polls] = [[], []];
});
afterEach(() => {
  jest.useRealTimers();
});

const gaps = () => polls.slice(1).map(({ begun }, index) => begun - polls[index]!.begun);

test.each([10, 1000])('with an interval of %i ms polls begin a second apart', async (interval) => {
  const control = watch(interval);
  durations.push(0, 300, 999);
  await jest.advanceTimersByTimeAsync(5500);
  control.abort();
  expect(gaps()).toEqual([1000, 1000, 1000, 1000, 1000]);
});

test('a longer interval is kept', async () => {
  const control = watch(2500);
  await jest.advanceTimersByTimeAsync(5500);
  control.abort();
  expect(gaps()).toEqual([2500, 2500]);
});

test('polls never overlap, however slow one is', async () => {
  const control = watch(1000);
  durations.push(0, 3400);
  await jest.advanceTimersByTimeAsync(6000);
  control.abort();
  expect(polls).toHaveLength(4);
  expect(Math.min(...gaps())).toBe(1000);
  for (const [index, { begun }] of polls.slice(1).entries())
    expect(begun).toBeGreaterThanOrEqual(polls[index]!.ended);
});

test('after the end of a watch there are no polls', async () => {
  const control = watch(1000);
  await jest.advanceTimersByTimeAsync(1500);
  control.abort();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(polls).toHaveLength(2);
});

test('an interval longer than any timer is kept, too', async () => {
  const control = watch(Number.POSITIVE_INFINITY);
  await jest.advanceTimersByTimeAsync(5500);
  control.abort();
  expect(polls).toHaveLength(1);
});

test.each(['', 'project.firebaseio.com', 'localhost:9000?ns=project'])(
  'a watch of %j fails at once: it is no web address',
  (databaseUrl) => {
    const monitor = new Sightline({ baseUrl: 'http://x', databaseUrl, fetch: fetchSlowly }).monitors(
      'line-1',
    );
    expect(() => monitor.watch(() => {})).toThrow('`databaseUrl` is no web address');
  },
);
