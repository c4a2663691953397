/**
 * `@sightline/client` watches a monitor: with the web SDK, and by polling.
 * @covers Spec 6, 8: clients poll live state at most once a second
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type MonitorState, Sightline, SightlineError } from '../../client/src/index.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { call, eventually, furnish, upload } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let dashboard: Dashboard;
/** Start and end of each request to the database. */
const polls: { begun: number; ended: number }[] = [];
let sightline: Sightline;

const watcher = (uid: string) =>
  new Sightline({
    baseUrl: stack.baseUrl,
    databaseUrl: `http://${stack.addresses.database}?ns=${stack.namespace}`,
    token: async () => tokenOf(uid, stack.projectId),
    fetch: async (address, init) => {
      const poll = { begun: performance.now(), ended: Number.POSITIVE_INFINITY };
      polls.push(poll);
      return fetch(address, init).finally(() => {
        poll.ended = performance.now();
      });
    },
  });

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
  dashboard = openDashboard(stack, 'viewer');
  sightline = watcher('viewer');
});
afterAll(async () => {
  await dashboard?.close();
  await stack?.close();
});
afterEach(() => {
  stack.faults.database.set([]);
  polls.length = 0;
});

/** Requests do not overlap; `test/unit/client-polling` tests the intervals. */
function expectNoOverlap(): void {
  for (const [index, { begun }] of polls.slice(1).entries())
    expect(begun).toBeGreaterThanOrEqual(polls[index]!.ended);
}

test('with the web SDK: every step of a session at once, and nothing after the watch has ended', async () => {
  // Members may read after the first start.
  await call(stack, '/monitor/line-1/start');
  const seen: (MonitorState | null)[] = [];
  const stop = sightline
    .monitors('line-1')
    .watch((state) => seen.push(state), { database: dashboard.database });
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: true, totalCounter: 0 }));
  for (let number = 1; number <= 3; number++) {
    await upload(stack, number);
    await eventually(() => expect(seen.at(-1)?.totalCounter).toBe(number));
  }
  await eventually(() => expect(seen.at(-1)?.image?.imageData.length).toBeGreaterThan(100));
  await call(stack, '/monitor/line-1/stop');
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: false, session: '' }));
  stop();
  const count = seen.length;
  await call(stack, '/monitor/line-1/start');
  await call(stack, '/monitor/line-1/stop');
  await sleep(100);
  expect(seen).toHaveLength(count);
  expect(polls).toEqual([]);
});

test('with the web SDK: a listener that ends its watch at a state that the SDK had already hears no other', async () => {
  const monitor = sightline.monitors('line-1');
  const { database } = dashboard;
  const [others, seen]: [unknown[], unknown[]] = [[], []];
  const stop = monitor.watch((state) => others.push(state), { database });
  await eventually(() => expect(others).toHaveLength(1));
  const control = new AbortController();
  const { signal } = control;
  const listener = (state: unknown) => {
    seen.push(state);
    control.abort();
  };
  monitor.watch(listener, { database, signal });
  await eventually(() => expect(seen).toHaveLength(1));
  await call(stack, '/monitor/line-1/start');
  await call(stack, '/monitor/line-1/stop');
  await eventually(() => expect(others.length).toBeGreaterThan(1));
  stop();
  expect(seen).toHaveLength(1);
});

test('by polling: never two requests at once, each state once', async () => {
  await call(stack, '/monitor/line-1/start');
  const seen: (MonitorState | null)[] = [];
  const control = new AbortController();
  const watching = (async () => {
    const states = sightline.monitors('line-1').watch({ signal: control.signal });
    for await (const state of states) seen.push(state);
  })();
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: true, totalCounter: 0 }));
  await upload(stack, 11);
  await eventually(() => expect(seen.at(-1)?.totalCounter).toBe(1));
  stack.faults.database.set([{ path: '/monitor/line-1', method: 'GET', latency: 1300, times: 1 }]);
  await call(stack, '/monitor/line-1/stop');
  await eventually(() => expect(seen.at(-1)?.status).toBe(false));
  expect(polls.length).toBeGreaterThanOrEqual(3);
  expectNoOverlap();
  expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBe(seen.length);
  control.abort();
  await watching;
});

test('a short outage of the database does not end a watch', async () => {
  stack.faults.database.set([
    { path: '/monitor/line-1', method: 'GET', status: 503, times: 1 },
    { path: '/monitor/line-1', method: 'GET', reset: 'before', times: 1 },
  ]);
  const states = sightline.monitors('line-1').watch()[Symbol.asyncIterator]();
  expect((await states.next()).value).toMatchObject({ status: false });
  // A function that looks at the live state just now meets one of the two failures instead.
  expect(polls.length).toBeGreaterThanOrEqual(2);
  expectNoOverlap();
  await states.return?.();
});

test('without access, an iterable throws and a listener gets `onError`', async () => {
  const stranger = watcher('stranger').monitors('line-1');
  const states = stranger.watch()[Symbol.asyncIterator]();
  await expect(states.next()).rejects.toMatchObject({ name: 'SightlineError', kind: 'refused', status: 401 });
  const errors: SightlineError[] = [];
  stranger.watch(() => {}, { onError: (error) => errors.push(error) });
  await eventually(() => expect(errors).toMatchObject([{ kind: 'refused', status: 401 }]));
  sightline
    .monitors('nowhere')
    .watch(() => {}, { database: dashboard.database, onError: (error) => errors.push(error) });
  await eventually(() => expect(errors[1]).toBeInstanceOf(SightlineError));
  expect(errors[1]?.message).toMatch(/permission_denied/);
});

test('a hidden page does not poll', async () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  const global = globalThis as { document?: unknown };
  global.document = page;
  const seen: unknown[] = [];
  const stop = sightline.monitors('line-1').watch((state) => seen.push(state));
  try {
    await sleep(300);
    expect(polls).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await eventually(() => expect(seen).toHaveLength(1));
  } finally {
    stop();
    delete global.document;
  }
});

test('a watch without both says what it needs', () => {
  const bare = new Sightline({ baseUrl: stack.baseUrl });
  expect(() => bare.monitors('line-1').watch(() => {})).toThrow(/needs `database`/);
});
