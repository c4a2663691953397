/** `@sightline/client` watches a monitor: through the web SDK, and by polling at most once a second (Spec 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type MonitorState, Sightline, SightlineError } from '../../client/src/index.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { call, eventually, furnish, upload } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let dashboard: Dashboard;
/** Begin and end of each request to the database. */
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

/** Polls that stand in order, none begun within a second of the one before or before that one's end. */
function expectCalm(): void {
  for (const [index, { begun }] of polls.entries()) {
    const before = polls[index - 1];
    if (!before) continue;
    // Timers may fire a hair early.
    expect(begun - before.begun).toBeGreaterThanOrEqual(998);
    expect(begun).toBeGreaterThanOrEqual(before.ended);
  }
}

test('through the web SDK: every step of a session as it happens, and nothing after the watch was ended', async () => {
  // Members may look from the first start on.
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

test('by polling: once a second at the most, never two at once, each state once', async () => {
  await call(stack, '/monitor/line-1/start');
  const seen: (MonitorState | null)[] = [];
  const control = new AbortController();
  const watching = (async () => {
    // An interval below the allowed one counts as a second.
    const states = sightline.monitors('line-1').watch({ signal: control.signal, interval: 10 });
    for await (const state of states) seen.push(state);
  })();
  await eventually(() => expect(seen.at(-1)).toMatchObject({ status: true, totalCounter: 0 }));
  await upload(stack, 11);
  await eventually(() => expect(seen.at(-1)?.totalCounter).toBe(1));
  stack.faults.database.set([{ path: '/monitor/line-1', method: 'GET', latency: 1300, times: 1 }]);
  await call(stack, '/monitor/line-1/stop');
  await eventually(() => expect(seen.at(-1)?.status).toBe(false));
  expect(polls.length).toBeGreaterThanOrEqual(3);
  expectCalm();
  expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBe(seen.length);
  control.abort();
  await watching;
  const count = polls.length;
  await sleep(1200);
  expect(polls).toHaveLength(count);
});

test('a database that is away for a moment is no end of a watch', async () => {
  stack.faults.database.set([
    { path: '/monitor/line-1', method: 'GET', status: 503, times: 1 },
    { path: '/monitor/line-1', method: 'GET', reset: 'before', times: 1 },
  ]);
  const states = sightline.monitors('line-1').watch()[Symbol.asyncIterator]();
  expect((await states.next()).value).toMatchObject({ status: false });
  expect(polls).toHaveLength(3);
  expectCalm();
  await states.return?.();
});

test('who may not see is told so: an iterable throws, a listener has `onError`', async () => {
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

test('a page that is hidden is not polled for', async () => {
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

test('a watch with neither says what it needs', () => {
  const bare = new Sightline({ baseUrl: stack.baseUrl });
  expect(() => bare.monitors('line-1').watch(() => {})).toThrow(/needs `database`/);
});
