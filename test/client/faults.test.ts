/**
 * What `@sightline/client` does if answers are lost, servers fail and workers are killed: nothing is lost or done twice.
 * @covers Contract 6: a frame sent again counts once, from real clients
 */
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Sightline, SightlineError } from '../../client/src/index.ts';
import { RETRY } from '../../client/src/retry.ts';
import { elapsed } from '../support/elapsed.ts';
import { call, concurrently, liveState, picture, records } from '../support/factory.ts';
import { startLossyFront } from '../support/lossy-front.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let sightline: Sightline;
const QUICK = { base: 10, limit: 100 };

beforeAll(async () => {
  stage = await openStage();
  sightline = new Sightline({ baseUrl: stage.front.baseUrl, retry: QUICK });
});
afterAll(() => stage?.close());
afterEach(() => stage.heal());

const asked = (path: string) => stage.front.requests.filter((each) => each.path.includes(path));
const failureOf = (work: Promise<unknown>): Promise<SightlineError> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error) => error,
  );

describe('an upload', () => {
  test('creates one record, even if its answer is lost, and all attempts are the same request', async () => {
    const before = (await records(stage.stack, 'image')).size;
    stage.front.faults.set([
      { path: '/image', reset: 'after', times: 2 },
      { path: '/image', status: 503, times: 1 },
      { path: '/image', status: 502, body: '<html>Bad gateway</html>', times: 1 },
      { path: '/image', status: 200, body: '<html>Log in to the hotel</html>', times: 1 },
      { path: '/image', reset: 'before', times: 1 },
    ]);
    const { id } = await sightline.monitors('line-1').upload(await picture(1), { name: 'a.jpg' });
    const tries = asked('/image');
    expect(tries).toHaveLength(7);
    expect(new Set(tries.map(({ path }) => path)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
    const stored = await records(stage.stack, 'image');
    expect([stored.has(id), stored.size]).toEqual([true, before + 1]);
  });

  test('survives failures of Storage', async () => {
    stage.stack.faults.storage.set([{ path: '/upload/', status: 503, times: 2 }]);
    const { id } = await sightline.monitors('line-1').upload(await picture(2));
    expect((await records(stage.stack, 'image')).has(id)).toBe(true);
  });

  test('of several cameras survives a killed worker', async () => {
    const monitor = sightline.monitors('line-2');
    await monitor.start();
    const frames = 60;
    const ids: string[] = [];
    const killed = Promise.withResolvers<void>();
    const uploading = concurrently(frames, 6, async (number) => {
      const { id } = await monitor.upload(await picture(100 + number), {
        name: `${number}.jpg`,
        dataset: 'bolts',
        deadline: 50_000,
      });
      if (ids.push(id) === 3) killed.resolve(stage.stack.functions.monitor?.kill());
    });
    await killed.promise;
    expect(ids.length).toBeLessThan(frames);
    await stage.stack.functions.monitor?.restart();
    await uploading;
    await monitor.stop();
    expect(new Set(ids).size).toBe(frames);
    expect(liveState(stage.stack, 'line-2')).toMatchObject({ status: false, totalCounter: frames });
    const stored = [...(await records(stage.stack, 'image'))].filter(
      ([, { monitor }]) => monitor?.id === 'line-2',
    );
    expect(stored.map(([id]) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe('a lost answer', () => {
  test('start and stop: "already" after an own attempt is a success', async () => {
    const monitor = sightline.monitors('line-1');
    stage.front.faults.set([{ path: '/(start|stop)', reset: 'after', times: 1 }]);
    await monitor.start();
    expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: true });
    expect(await failureOf(monitor.start())).toMatchObject({
      status: 409,
      message: 'Error: Already started',
    });
    stage.front.faults.set([
      { path: '/(start|stop)', status: 503, times: 1 },
      { path: '/stop', reset: 'after', times: 1 },
    ]);
    await monitor.stop();
    expect((await records(stage.stack, 'session')).size).toBe(2);
  });

  test('start: "already" after an attempt that certainly did not reach the service is an error', async () => {
    await call(stage.stack, '/monitor/line-1/start');
    stage.front.faults.set([{ path: '/start', status: 429, headers: { 'retry-after': '0' }, times: 1 }]);
    expect(await failureOf(sightline.monitors('line-1').start())).toMatchObject({ status: 409 });
    expect(asked('/start')).toHaveLength(2);
    await call(stage.stack, '/monitor/line-1/stop');
  });

  test('start: "already" after an attempt that got no token, and so sent nothing, is an error', async () => {
    await call(stage.stack, '/monitor/line-1/start');
    stage.front.faults.set([{ path: '/start', status: 429, headers: { 'retry-after': '0' }, times: 1 }]);
    let tokens = 0;
    const token = () => {
      tokens += 1;
      // The first one, and the one after a request that was refused.
      if (tokens !== 2 && tokens < 4) throw new Error('no token');
      return null;
    };
    const own = new Sightline({ baseUrl: stage.front.baseUrl, retry: QUICK, token });
    expect(await failureOf(own.monitors('line-1').start())).toMatchObject({ status: 409 });
    expect([tokens, asked('/start').length]).toEqual([4, 2]);
    await call(stage.stack, '/monitor/line-1/stop');
  });

  test('delete: "not found" after an own attempt is a success', async () => {
    const { id } = await sightline.monitors('line-1').upload(await picture(3), { dataset: 'bolts' });
    stage.front.faults.set([{ path: '/image/delete', reset: 'after', times: 1 }]);
    await sightline.images(`dataset/bolts/${id}.jpg`).delete();
    expect(asked('/image/delete')).toHaveLength(2);
    expect((await records(stage.stack, 'image')).has(id)).toBe(false);
  });
});

describe('no retries', () => {
  const ONCE: [string, () => Promise<unknown>][] = [
    ['csv', () => sightline.datasets('bolts').csv()],
    ['detect', () => sightline.images('dataset/bolts/x.jpg').detect()],
    ['commit', () => sightline.git.commit('Once')],
    ['push', () => sightline.git.push()],
  ];
  test.each(ONCE)('%s: it may have been done although the answer is lost', async (path, work) => {
    for (const fault of [{ status: 503 }, { reset: 'before' as const }, { status: 200, body: 'Log in' }]) {
      stage.heal();
      stage.front.faults.set([{ path, times: 1, ...fault }]);
      expect(await failureOf(work())).toBeInstanceOf(SightlineError);
      expect(asked(path)).toHaveLength(1);
    }
  });

  test.each(ONCE)('%s is retried if it was refused before any work', async (path, work) => {
    stage.front.faults.set([{ path, status: 429, headers: { 'retry-after': '0' }, times: 2 }]);
    await work().catch(() => {});
    expect(asked(path)).toHaveLength(3);
  });

  test('an error answer of the service', async () => {
    expect(await failureOf(sightline.monitors('nobody').start())).toMatchObject({
      kind: 'refused',
      status: 404,
    });
    expect(asked('/start')).toHaveLength(1);
  });

  test('a redirect, which would send the credentials to another host', async () => {
    const headers = { location: `${stage.front.baseUrl}/elsewhere` };
    stage.front.faults.set([{ path: '/csv', status: 307, headers }]);
    const error = await failureOf(sightline.datasets('bolts').csv());
    expect(error).toMatchObject({
      kind: 'unexpected',
      status: 307,
      message: expect.stringContaining('a redirect'),
    });
    expect(asked('/elsewhere')).toEqual([]);
  });
});

describe('time', () => {
  test('Retry-After is respected, and part of the last error', async () => {
    stage.front.faults.set([{ path: '/status', status: 503, headers: { 'retry-after': '1' }, times: 1 }]);
    await sightline.git.status();
    const [first, second] = asked('/status');
    // Without the header, the retry would come after QUICK's base; half a second distinguishes them.
    expect(second!.at - first!.at).toBeGreaterThan(500);
    stage.front.faults.set([
      { path: '/status', status: 503, headers: { 'retry-after': '90' }, body: { error: 'Away' } },
    ]);
    const isDeadlineOver = elapsed(30_000);
    const error = await failureOf(sightline.git.status({ deadline: 30_000 }));
    expect(error).toMatchObject({ kind: 'refused', status: 503, retryAfter: 90, message: 'Away' });
    // Waiting would have been useless.
    expect(isDeadlineOver()).toBe(false);
  });

  test('an attempt that hangs is aborted and repeated, within the deadline of the call', async () => {
    stage.front.faults.set([{ path: '/status', hang: true, times: 1 }]);
    const impatient = new Sightline({ baseUrl: stage.front.baseUrl, retry: { ...QUICK, timeout: 1000 } });
    expect(await impatient.git.status()).toMatchObject({ success: true });
    stage.front.faults.set([{ path: '/(status|commit)', hang: true }]);
    const isTryOver = elapsed(RETRY.timeout);
    for (const work of [
      sightline.git.status({ deadline: 300 }),
      sightline.git.commit('x', { deadline: 300 }),
    ]) {
      expect(await failureOf(work)).toMatchObject({ kind: 'late', status: 0, name: 'SightlineError' });
    }
    expect(isTryOver()).toBe(false);
  });

  test('an abort ends a call at once, in any state', async () => {
    stage.front.faults.set([
      { path: '/status', hang: true },
      { path: '/log', status: 503, headers: { 'retry-after': '30' } },
    ]);
    const control = new AbortController();
    const { signal } = control;
    const work = [
      sightline.git.status({ signal }),
      sightline.git.log({}, { signal }),
      new Sightline({ baseUrl: stage.front.baseUrl, token: () => new Promise(() => {}) }).git.status({
        signal,
      }),
    ].map(failureOf);
    await sleep(200);
    control.abort('the page is closed');
    for (const error of await Promise.all(work)) {
      expect(error).toBeInstanceOf(SightlineError);
      expect(error).toMatchObject({ kind: 'aborted', cause: 'the page is closed' });
    }
    expect(await failureOf(sightline.git.branches({ signal }))).toMatchObject({ kind: 'aborted' });
    expect(asked('/branches')).toEqual([]);
  });

  test('a long-lived signal keeps no listeners of completed calls', async () => {
    const { signal } = new AbortController();
    stage.front.faults.set([{ path: '/status', status: 503, headers: { 'retry-after': '0' }, times: 1 }]);
    await sightline.git.status({ signal });
    await failureOf(sightline.git.show('nothing', { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an abort ends the stream of an archive', async () => {
    const ids = [...(await records(stage.stack, 'image')).keys()];
    const control = new AbortController();
    const direct = new Sightline({ baseUrl: stage.stack.baseUrl });
    stage.stack.faults.storage.set([{ path: `${ids.toSorted().at(-1)}.*alt=media`, latency: 3000 }]);
    const { stream } = await direct
      .datasets('bolts')
      .downloadZip({ images: ids.toSorted() }, {}, { signal: control.signal });
    const reader = stream.getReader();
    await reader.read();
    control.abort();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
  });

  test('an address without a server is reported as such, after all attempts', async () => {
    const closed = await startLossyFront(() => '');
    await closed.close();
    let tries = 0;
    const token = () => {
      tries += 1;
      return null;
    };
    const nowhere = new Sightline({ baseUrl: closed.baseUrl, token, retry: { ...QUICK, attempts: 3 } });
    const error = await failureOf(nowhere.datasets('bolts').csv());
    // Nothing was sent, so even a call that must not be made twice is retried.
    expect(tries).toBe(3);
    expect(error).toMatchObject({ kind: 'unreachable', status: 0, message: 'The service cannot be reached' });
    expect(error.cause).toBeDefined();
  });
});
