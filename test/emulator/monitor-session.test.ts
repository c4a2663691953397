/**
 * Spec 2.6, 2.7, 3.1, 4.3; Contract 3 and 6: start and stop.
 * @covers Spec 2.6 session record
 * @covers Spec 2.7 live state, seen with the web SDK
 * @covers Spec 3.1 start, stop, one winner of many, errors
 * @covers Contract 19 flow of a running session, and what its record keeps of it
 * @covers Spec 4.3 start, stop, image, updateTags: bodies
 * @covers Contract 3 X-Request-Id, no-store, HEAD, prefetch, 405 with Allow
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { call, eventually, furnish, liveState, records, upload } from '../support/factory.ts';
import { refusedRead } from '../support/refused-read.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
});
afterAll(() => stack?.close());
beforeEach(async () => {
  await call(stack, '/monitor/line-1/stop');
  for (const { ref } of (await stack.firestore.collection('session').get()).docs) await ref.delete();
});

const started = { data: { result: 'Started', error: false } };
const stopped = { data: { result: 'Stopped', error: false } };

test('start creates the session record and the live state, and answers exactly', async () => {
  const before = Date.now();
  const { status, body, headers } = await call(stack, '/monitor/line-1/start?uid=someone');
  expect([status, body]).toEqual([200, started]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  const [[id, session]] = [...(await records(stack, 'session'))] as [
    [string, FirebaseFirestore.DocumentData],
  ];
  expect(session).toMatchObject({
    uid: 'someone',
    flow: {},
    data: {
      controller: { action: { status: false, request: { command: '', params: {} } } },
      totalCounter: 0,
    },
  });
  expect(session.monitor.path).toBe('monitor/line-1');
  expect(session.start.toMillis()).toBeGreaterThanOrEqual(before);
  expect(session).not.toHaveProperty('stop');
  expect(liveState(stack, 'line-1')).toEqual({
    status: true,
    session: id,
    totalCounter: 0,
    flow: { current_flow_rate: 0, total_processed: 0 },
    controller: { action: { status: false } },
    training: false,
  });
});

test('start while running, stop while stopped', async () => {
  await call(stack, '/monitor/line-1/start');
  const again = await call(stack, '/monitor/line-1/start');
  expect([again.status, again.body]).toEqual([
    409,
    { data: { error: true, result: 'Error: Already started' } },
  ]);
  expect((await call(stack, '/monitor/line-1/stop')).body).toEqual(stopped);
  const twice = await call(stack, '/monitor/line-1/stop');
  expect([twice.status, twice.body]).toEqual([
    409,
    { data: { error: true, result: 'Error: already stopped' } },
  ]);
});

test('stop records the end, the counted total, and resets the training status', async () => {
  await call(stack, '/monitor/line-1/start');
  await Promise.all([1, 2, 3].map((number) => upload(stack, number)));
  stack.database.load(stack.namespace, {
    monitor: { 'line-1': { ...liveState(stack, 'line-1'), training: true, totalCounter: 99 } },
  });
  expect((await call(stack, '/monitor/line-1/stop')).body).toEqual(stopped);
  const [session] = [...(await records(stack, 'session')).values()];
  expect(session?.data.totalCounter).toBe(3);
  expect(session?.flow).toEqual({ current_flow_rate: 3, total_processed: 3 });
  expect(session?.stop.toMillis()).toBeGreaterThanOrEqual(session?.start.toMillis());
  expect(liveState(stack, 'line-1')).toMatchObject({
    status: false,
    session: '',
    totalCounter: 3,
    flow: { current_flow_rate: 0, total_processed: 3 },
    training: false,
  });
});

test('while a session runs, the live state has its flow: frames of the last minute, and of the session', async () => {
  await call(stack, '/monitor/line-1/start');
  const own = { belt: 12.5 };
  stack.database.load(stack.namespace, {
    monitor: { 'line-1': { ...liveState(stack, 'line-1'), flow: own } },
  });
  for (const number of [61, 62]) await upload(stack, number);
  await eventually(() =>
    expect(liveState(stack, 'line-1').flow).toMatchObject({ ...own, total_processed: 2 }),
  );
  const [[id]] = [...(await records(stack, 'session'))] as [[string, FirebaseFirestore.DocumentData]];
  // Two frames of more than a minute ago, by the clock of the records.
  const images = await stack.firestore.collectionGroup('image').where('session', '==', id).get();
  expect(images.size).toBe(2);
  for (const { ref } of images.docs) await ref.update({ createdDate: new Date(Date.now() - 61_000) });
  await call(stack, '/monitor/line-1/stop');
  expect((await stack.firestore.doc(`session/${id}`).get()).get('flow')).toEqual({
    ...own,
    current_flow_rate: 0,
    total_processed: 2,
  });
  await call(stack, '/monitor/line-1/start');
  for (const number of [63, 64, 65]) await upload(stack, number);
  await eventually(() =>
    expect(liveState(stack, 'line-1').flow).toEqual({ current_flow_rate: 3, total_processed: 3 }),
  );
});

test('50 simultaneous starts: exactly one Started and one session record; the same for stop', async () => {
  const starts = await Promise.all(Array.from({ length: 50 }, () => call(stack, '/monitor/line-1/start')));
  expect(starts.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([started]);
  expect(starts.filter(({ status }) => status === 409)).toHaveLength(49);
  expect((await records(stack, 'session')).size).toBe(1);
  const stops = await Promise.all(Array.from({ length: 50 }, () => call(stack, '/monitor/line-1/stop')));
  expect(stops.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([stopped]);
  expect(stops.filter(({ status }) => status === 409)).toHaveLength(49);
});

test('POST works beside GET, wrapped in data too; the path may keep the function name', async () => {
  const post = await call(stack, '/monitor/line-1/start', { body: { data: { uid: 'wrapped' } } });
  expect(post.body).toEqual(started);
  const [session] = [...(await records(stack, 'session')).values()];
  expect(session?.uid).toBe('wrapped');
  expect((await call(stack, '/monitor/monitor/line-1/stop', { method: 'POST' })).body).toEqual(stopped);
});

test.each([
  '/monitor/line-9/start',
  '/monitor/line-9/stop',
  '/monitor/..%2F..%2Fx/start',
  '/monitor/..%2Fdataset/start',
  '/monitor/__all__/start',
  `/monitor/${'x'.repeat(2000)}/start`,
  '/monitor/a%E0%A4%A/start',
  '/monitor/a%00b/start',
])('%s is answered like a missing monitor, at once', async (path) => {
  const isBelowRetries = refusedRead(stack.firestore);
  const { status, body } = await call(stack, path);
  expect([status, body]).toEqual([
    404,
    { data: { error: true, result: 'Monitor not found or access denied' } },
  ]);
  expect(isBelowRetries()).toBe(true);
});

test('HEAD and prefetch change nothing', async () => {
  const head = await call(stack, '/monitor/line-1/start', { method: 'HEAD' });
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
  for (const name of ['Sec-Purpose', 'Purpose']) {
    const prefetch = await call(stack, '/monitor/line-1/start', { headers: { [name]: 'prefetch' } });
    expect(prefetch.status).toBe(403);
  }
  expect((await records(stack, 'session')).size).toBe(0);
});

test('an unknown route and a wrong method answer in the shape of the area', async () => {
  const unknown = await call(stack, '/monitor/line-1/launch');
  expect([unknown.status, unknown.body]).toEqual([404, { data: { error: true, result: 'Not found' } }]);
  const wrong = await call(stack, '/monitor/line-1/start', { method: 'PUT' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('a start that was killed before its live state was written is repaired by the next call', async () => {
  await call(stack, '/monitor/line-1/start');
  stack.database.load(stack.namespace, {});
  await call(stack, '/monitor/line-1/start');
  const [id] = [...(await records(stack, 'session')).keys()];
  expect(liveState(stack, 'line-1')).toMatchObject({ status: true, session: id, totalCounter: 0 });
});

test('a stop that was killed before it had counted is completed by the next start', async () => {
  await call(stack, '/monitor/line-1/start');
  await upload(stack, 77);
  const [id] = [...(await records(stack, 'session')).keys()];
  const now = new Date();
  await stack.firestore
    .doc('monitor/line-1')
    .update({ session: '', lastSession: { id, start: now, stop: now } });
  await call(stack, '/monitor/line-1/start');
  expect((await stack.firestore.doc(`session/${id}`).get()).get('data.totalCounter')).toBe(1);
});

test('a session starts even if the Realtime Database is unreachable; the live state is repaired later', async () => {
  stack.faults.database.set([{ path: '.*', method: 'WS', hang: true }]);
  expect((await call(stack, '/monitor/line-1/start')).status).toBe(200);
  stack.faults.database.set([]);
  await eventually(async () => {
    await call(stack, '/monitor/line-1/start');
    expect(liveState(stack, 'line-1')).toMatchObject({ status: true });
  });
});
