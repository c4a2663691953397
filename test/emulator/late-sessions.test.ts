/**
 * Contract 10: frames that name their session, in any order, from several processes, days late; and `review` (Contract 9).
 * @covers Contract 10 frames that name their session: any order, several processes, kills, live state untouched; `start?session=`; Contract 9 share of review
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFunction } from '../../emulators/stack/function.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { goesIntoReview } from '../../functions/src/monitor/review-share.ts';
import {
  call,
  concurrently,
  eventually,
  frame,
  furnish,
  liveState,
  picture,
  records,
} from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const DAY = 86_400_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor', 'counters'] });
  await furnish(stack);
});
afterAll(() => stack?.close());

const send = async (number: number, session: string, about: object = {}, monitor = 'line-1') =>
  call(stack, `/monitor/${monitor}/image`, { body: await frame(number, { session, ...about }) });

const session = async (id: string) => (await stack.firestore.doc(`session/${id}`).get()).data();

const tick = async () => expect(await triggerScheduled(stack.functions.counters!)).toBe(200);

/** The session's record must match its image records. */
async function expectRight(id: string, count: number): Promise<void> {
  const images = [...(await records(stack, 'image')).values()].filter((each) => each.session === id);
  expect(images).toHaveLength(count);
  const dates = images.map(({ date }) => date as number);
  const record = await session(id);
  expect([record?.start.toMillis(), record?.stop.toMillis(), record?.data.totalCounter]).toEqual([
    Math.min(...dates),
    Math.max(...dates),
    count,
  ]);
}

test('the first frame creates the session; days late and in any order, start, stop and count are correct', async () => {
  const old = Date.now() - 9 * DAY;
  expect((await send(1, 'monday', { date: old })).status).toBe(200);
  expect(await session('line-1.monday')).toMatchObject({
    monitor: { path: 'monitor/line-1' },
    flow: {},
    uid: '',
    data: { totalCounter: expect.any(Number) },
  });
  await concurrently(30, 6, async (at) => {
    const date = old + ((at * 7) % 30) * 1000 - 15_000;
    expect((await send(100 + at, 'monday', { date })).status).toBe(200);
  });
  await eventually(() => expectRight('line-1.monday', 31));
  expect(liveState(stack, 'line-1')).toBeUndefined();
});

test('raw bytes with the session in the query; a bad name is refused; the same frame twice is once', async () => {
  const body = await picture(3);
  const raw = (name: string) =>
    call(stack, `/monitor/line-1/image?session=${name}&date=1790000000777&dataset=bolts`, {
      body,
      headers: { 'content-type': 'image/jpeg' },
    });
  const [first, again] = [await raw('raw'), await raw('raw')];
  expect([first.status, again.body.data.id]).toEqual([200, first.body.data.id]);
  await eventually(() => expectRight('line-1.raw', 1));
  for (const name of ['a.b', 'a/b', 'x'.repeat(65)]) {
    const { status, body: refused } = await raw(encodeURIComponent(name));
    expect([status, refused.data.result]).toEqual([400, 'Error: session must be 1 to 64 of A-Z a-z 0-9 _ -']);
  }
});

test('the live state and count of another running session do not change', async () => {
  await call(stack, '/monitor/line-2/start');
  await call(stack, '/monitor/line-2/image', { body: await frame(200) });
  await eventually(() => expect(liveState(stack, 'line-2')).toMatchObject({ totalCounter: 1, status: true }));
  const running = liveState(stack, 'line-2').session;
  for (let at = 0; at < 5; at += 1) expect((await send(210 + at, 'spooled', {}, 'line-2')).status).toBe(200);
  await eventually(() => expectRight('line-2.spooled', 5));
  await tick();
  expect(liveState(stack, 'line-2')).toMatchObject({ totalCounter: 1, status: true, session: running });
  await call(stack, '/monitor/line-2/stop');
  expect((await session(running))?.data.totalCounter).toBe(1);
});

test('a monitor runs a session under the name; frames before, during and after belong to it', async () => {
  const early = Date.now() - 3_600_000;
  expect((await send(300, 'shift', { date: early })).status).toBe(200);
  const before = Date.now();
  expect((await call(stack, '/monitor/line-1/start?session=shift')).status).toBe(200);
  expect(liveState(stack, 'line-1')).toMatchObject({ session: 'line-1.shift', status: true });
  expect((await session('line-1.shift'))?.stop).toBeUndefined();
  expect((await send(301, 'shift', { date: Date.now() })).status).toBe(200);
  await eventually(() => expect(liveState(stack, 'line-1')).toMatchObject({ totalCounter: 2 }));
  await tick();
  expect((await session('line-1.shift'))?.stop).toBeUndefined();
  expect((await call(stack, '/monitor/line-1/stop')).status).toBe(200);
  const stopped = await session('line-1.shift');
  expect([stopped?.start.toMillis(), stopped?.data.totalCounter]).toEqual([early, 2]);
  expect(stopped?.stop.toMillis()).toBeGreaterThanOrEqual(before);
  expect((await send(302, 'shift', { date: early - 5_000 })).status).toBe(200);
  await eventually(async () => {
    const { start, stop, data } = (await session('line-1.shift'))!;
    expect([start.toMillis(), stop.toMillis(), data.totalCounter]).toEqual([
      early - 5_000,
      stopped?.stop.toMillis(),
      3,
    ]);
  });
  const again = await call(stack, '/monitor/line-1/start', { body: { session: 'shift' } });
  expect(again.status).toBe(200);
  expect((await call(stack, '/monitor/line-1/start?session=other')).status).toBe(409);
  await call(stack, '/monitor/line-1/stop');
  expect((await call(stack, '/monitor/line-1/start?session=a.b')).status).toBe(400);
});

test('a session of another monitor accepts no frame and no start', async () => {
  await stack.firestore.doc('session/line-1.foreign').set({ monitor: stack.firestore.doc('monitor/line-2') });
  const refused = await send(400, 'foreign');
  expect([refused.status, refused.body.data.result]).toEqual([
    409,
    'Error: Session belongs to another monitor',
  ]);
  expect((await call(stack, '/monitor/line-1/start?session=foreign')).status).toBe(409);
  const stored = [...(await records(stack, 'image')).values()].filter(
    (each) => each.session === 'line-1.foreign',
  );
  expect(stored).toEqual([]);
});

test('a spooled hour: 240 frames from two processes, one of which is killed now and then', async () => {
  const { projectId, addresses } = stack;
  const env = { ...functionEnvironment({ ...addresses, projectId }), ACCESS: 'open' };
  const other = await startFunction({ name: 'monitor', env });
  try {
    const from = Date.now() - 30 * DAY;
    const sendTo = async (at: number): Promise<void> => {
      const place = at % 2 ? `http://127.0.0.1:${other.port}` : `${stack.baseUrl}/monitor`;
      const query = `session=hour&dataset=bolts&date=${from + ((at * 101) % 240) * 15_000}`;
      const body = new Uint8Array(await picture(at));
      const headers = { 'content-type': 'image/jpeg' };
      const asking = fetch(`${place}/line-1/image?${query}`, { method: 'POST', body, headers });
      const status = await asking.then((answer) => answer.status).catch(() => 0);
      // As cameras do: repeat until it is acknowledged.
      if (status !== 200) await sendTo(at);
    };
    const sending = concurrently(240, 8, sendTo);
    for (let kills = 0; kills < 3; kills += 1) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await other.kill();
      await other.restart();
    }
    await sending;
    await other.kill();
    await stack.functions.monitor!.kill();
    await stack.functions.monitor!.restart();
    // Only the function that runs every minute knows about it now.
    await tick();
    await expectRight('line-1.hour', 240);
    const record = await session('line-1.hour');
    expect(record?.stop.toMillis() - record?.start.toMillis()).toBe(239 * 15_000);
    // The mark is removed only when no request can still be running.
    expect(record?.dirty).toBeDefined();
    await stack.firestore.doc('session/line-1.hour').update({ dirty: new Date(Date.now() - 200_000) });
    await tick();
    expect((await session('line-1.hour'))?.dirty).toBeUndefined();
  } finally {
    await other.close();
  }
});

test('a percentage of the frames is put into REVIEW, and the same frame always gets the same result', async () => {
  await stack.firestore.doc('monitor/line-2').update({ review: 40 });
  const ids: string[] = [];
  for (let at = 0; at < 20; at += 1) ids.push((await send(500 + at, 'reviewed', {}, 'line-2')).body.data.id);
  for (const id of ids) {
    const set = (await stack.firestore.doc(`image/${id}`).get()).get('set');
    expect([id, set]).toEqual([id, goesIntoReview(id, 40) ? 'REVIEW' : 'PREDETERMINED']);
  }
  const share = (percent: number) =>
    Array.from({ length: 10_000 }, (_, at) => goesIntoReview(`frame-${at}`, percent)).filter(Boolean).length /
    100;
  expect([share(0), share(100)]).toEqual([0, 100]);
  for (const percent of [5, 40, 90]) expect(Math.abs(share(percent) - percent)).toBeLessThan(2);
});
