/** What `@sightline/client` does when answers get lost, servers fail and workers die: nothing is lost, nothing counts twice. */
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Sightline, SightlineError } from '../../client/src/index.ts';
import { call, eventually, liveState, picture, records } from '../support/factory.ts';
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
  test('is one record, however often its answer got lost, and its tries are the same request', async () => {
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

  test('outlives a Storage that fails', async () => {
    stage.stack.faults.storage.set([{ path: '/upload/', status: 503, times: 2 }]);
    const { id } = await sightline.monitors('line-1').upload(await picture(2));
    expect((await records(stage.stack, 'image')).has(id)).toBe(true);
  });

  test('of several cameras outlives a worker that is killed in the middle', async () => {
    const monitor = sightline.monitors('line-2');
    await monitor.start();
    const numbers = Array.from({ length: 24 }, (_, index) => index);
    let acknowledged = 0;
    const work = numbers.map(async (number) => {
      const { id } = await monitor.upload(await picture(100 + number), {
        ...{ name: `${number}.jpg`, dataset: 'bolts', deadline: 50_000 },
      });
      acknowledged += 1;
      return id;
    });
    await eventually(() => expect(acknowledged).toBeGreaterThan(2), 20_000);
    expect(acknowledged).toBeLessThan(numbers.length);
    await stage.stack.functions.monitor?.kill();
    await stage.stack.functions.monitor?.restart();
    const ids = await Promise.all(work);
    await monitor.stop();
    expect(new Set(ids).size).toBe(numbers.length);
    expect(liveState(stage.stack, 'line-2')).toMatchObject({ status: false, totalCounter: numbers.length });
    const stored = [...(await records(stage.stack, 'image'))].filter(
      ([, { monitor }]) => monitor?.id === 'line-2',
    );
    expect(stored.map(([id]) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe('an answer that got lost', () => {
  test('start and stop: "already" after a try of its own is a success', async () => {
    const monitor = sightline.monitors('line-1');
    stage.front.faults.set([{ path: '/(start|stop)', reset: 'after', times: 1 }]);
    expect(await monitor.start()).toEqual({ result: 'Started', error: false });
    expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: true });
    expect(await failureOf(monitor.start())).toMatchObject({
      status: 409,
      message: 'Error: Already started',
    });
    stage.front.faults.set([
      { path: '/(start|stop)', status: 503, times: 1 },
      { path: '/stop', reset: 'after', times: 1 },
    ]);
    expect(await monitor.stop()).toEqual({ result: 'Stopped', error: false });
    expect((await records(stage.stack, 'session')).size).toBe(2);
  });

  test('start: "already" after a try that the service certainly did not see is the refusal that it is', async () => {
    await call(stage.stack, '/monitor/line-1/start');
    stage.front.faults.set([{ path: '/start', status: 429, headers: { 'retry-after': '0' }, times: 1 }]);
    expect(await failureOf(sightline.monitors('line-1').start())).toMatchObject({ status: 409 });
    expect(asked('/start')).toHaveLength(2);
    await call(stage.stack, '/monitor/line-1/stop');
  });

  test('delete: "not found" after a try of its own is a success', async () => {
    const { id } = await sightline.monitors('line-1').upload(await picture(3), { dataset: 'bolts' });
    stage.front.faults.set([{ path: '/image/delete', reset: 'after', times: 1 }]);
    await sightline.images(`dataset/bolts/${id}.jpg`).delete();
    expect(asked('/image/delete')).toHaveLength(2);
    expect((await records(stage.stack, 'image')).has(id)).toBe(false);
  });
});

describe('what is not tried again', () => {
  const ONCE: [string, () => Promise<unknown>][] = [
    ['csv', () => sightline.datasets('bolts').csv()],
    ['detect', () => sightline.images('dataset/bolts/x.jpg').detect()],
    ['commit', () => sightline.git.commit('Once')],
    ['push', () => sightline.git.push()],
  ];
  test.each(ONCE)('%s: its answer may have been lost after the work', async (path, work) => {
    for (const fault of [{ status: 503 }, { reset: 'before' as const }, { status: 200, body: 'Log in' }]) {
      stage.heal();
      stage.front.faults.set([{ path, times: 1, ...fault }]);
      expect(await failureOf(work())).toBeInstanceOf(SightlineError);
      expect(asked(path)).toHaveLength(1);
    }
  });

  test.each(ONCE)('%s is, where it was refused before any work', async (path, work) => {
    stage.front.faults.set([{ path, status: 429, headers: { 'retry-after': '0' }, times: 2 }]);
    await work().catch(() => {});
    expect(asked(path)).toHaveLength(3);
  });

  test('a refusal', async () => {
    expect(await failureOf(sightline.monitors('nobody').start())).toMatchObject({
      kind: 'refused',
      status: 404,
    });
    expect(asked('/start')).toHaveLength(1);
  });

  test('a redirect: it would carry the credentials elsewhere', async () => {
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
  test('Retry-After is waited for, and told in the error that is left', async () => {
    stage.front.faults.set([{ path: '/status', status: 503, headers: { 'retry-after': '1' }, times: 1 }]);
    await sightline.git.status();
    const [first, second] = asked('/status');
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
    stage.front.faults.set([
      { path: '/status', status: 503, headers: { 'retry-after': '9' }, body: { error: 'Away' } },
    ]);
    const begun = performance.now();
    const error = await failureOf(sightline.git.status({ deadline: 3000 }));
    expect(error).toMatchObject({ kind: 'refused', status: 503, retryAfter: 9, message: 'Away' });
    // Waiting would have been for nothing.
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  test('a try that hangs is given up and made again, a call within its deadline', async () => {
    stage.front.faults.set([{ path: '/status', hang: true, times: 1 }]);
    const impatient = new Sightline({ baseUrl: stage.front.baseUrl, retry: { ...QUICK, timeout: 1000 } });
    expect(await impatient.git.status()).toMatchObject({ success: true });
    stage.front.faults.set([{ path: '/(status|commit)', hang: true }]);
    const begun = performance.now();
    for (const work of [
      sightline.git.status({ deadline: 300 }),
      sightline.git.commit('x', { deadline: 300 }),
    ]) {
      expect(await failureOf(work)).toMatchObject({ kind: 'late', status: 0, name: 'SightlineError' });
    }
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('an abort ends a call at once, wherever it is', async () => {
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

  test('a signal that lives long carries nothing of the calls that are over', async () => {
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
    const { stream } = await direct.datasets('bolts').downloadZip(ids.toSorted(), { signal: control.signal });
    const reader = stream.getReader();
    await reader.read();
    control.abort();
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
  });

  test('an address where nobody listens is told as such, after every try', async () => {
    const closed = await startLossyFront(() => '');
    await closed.close();
    let tries = 0;
    const token = () => {
      tries += 1;
      return null;
    };
    const nowhere = new Sightline({ baseUrl: closed.baseUrl, token, retry: { ...QUICK, attempts: 3 } });
    const error = await failureOf(nowhere.datasets('bolts').csv());
    // Nothing was sent: even a call that may not be made twice is tried again.
    expect(tries).toBe(3);
    expect(error).toMatchObject({ kind: 'unreachable', status: 0, message: 'The service cannot be reached' });
    expect(error.cause).toBeDefined();
  });
});
