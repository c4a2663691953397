/**
 * Contract 3 and 8: limits per caller across instances, and allowed origins.
 * @covers Limits per caller across instances, CORS
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, frame, furnish } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const ORIGIN = 'https://dashboard.sightline.test';

let stack: TestStack;
let auth: AuthLease;
let second: RunningFunction;

beforeAll(async () => {
  auth = await leaseAuth();
  const env = {
    ACCESS: 'required',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
    // A token comes back after half a minute: a slow machine makes the calls of a test within it.
    RATE_EXPORT: '2',
    RATE_CROPS: '2',
    RATE_UPLOAD: '3',
    RATE_SESSION: '4',
    CORS_ORIGINS: `${ORIGIN}, *, not-an-origin`,
  };
  stack = await startTestStack({ functions: ['dataset', 'monitor'], env });
  second = await startFunction({ name: 'dataset', env: { ...functionEnvironment(stack.addresses), ...env } });
  await furnish(stack);
  for (const uid of ['owner', 'editor']) await register(uid);
});
afterAll(async () => {
  await second?.close();
  await stack?.close();
  await auth?.close();
});

const register = (uid: string) => registerPerson(auth, stack.projectId, uid);

const keyOf = async (monitor: string) =>
  (await deviceKey(stack, 'create', '--monitor', monitor)).stdout.split('\n')[0] as string;

const bearer = (uid: string) => ({ authorization: `Bearer ${tokenOf(uid, stack.projectId)}` });

describe('limits per caller', () => {
  const refresh = (uid: string) =>
    call(stack, '/dataset/bolts/refreshCounters', { method: 'POST', headers: bearer(uid) });

  test('two instances share one limit; another caller has its own', async () => {
    const there = async () =>
      (
        await fetch(`http://127.0.0.1:${second.port}/bolts/refreshCounters`, {
          method: 'POST',
          headers: bearer('owner'),
        })
      ).status;
    expect([(await refresh('owner')).status, await there()]).toEqual([200, 200]);
    const over = await refresh('owner');
    expect([over.status, over.body]).toEqual([429, { error: true, result: 'Too many requests' }]);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await there()).toBe(429);
    expect((await refresh('editor')).status).toBe(200);
  });

  test('ten simultaneous calls cannot exceed the limit', async () => {
    const limits = await stack.firestore.collection('limit').get();
    for (const { ref } of limits.docs) await ref.delete();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh('editor')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('crops have a limit of their own', async () => {
    const crops = async () =>
      (await call(stack, '/dataset/bolts/annotationsCrops/good', { headers: bearer('editor') })).status;
    expect([await crops(), await crops(), await crops()]).toEqual([200, 200, 429]);
  });

  test('starts and stops of one camera have a limit together; another camera has its own', async () => {
    const monitor = stack.firestore.doc('monitor/line-2');
    await monitor.set({ ...(await stack.firestore.doc('monitor/line-1').get()).data(), name: 'Line 2' });
    const [one, other] = [await keyOf('line-1'), await keyOf('line-2')];
    const ask = (key: string, path: string) =>
      call(stack, `/monitor/${path}`, { headers: { authorization: `Bearer ${key}` } });
    const turns = ['line-1/start', 'line-1/stop', 'line-1/start', 'line-1/stop', 'line-1/start'];
    const answers = [];
    for (const each of turns) answers.push(await ask(one, each));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.body).toEqual({ data: { error: true, result: 'Too many requests' } });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(other, 'line-2/start')).status).toBe(200);
  });

  test('uploads are limited per instance, with errors in the shape of their area', async () => {
    const answers = [];
    for (let number = 0; number < 5; number++) {
      answers.push(
        await call(stack, '/monitor/line-1/image', { body: await frame(number), headers: bearer('owner') }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.at(-1)?.body).toEqual({ data: { error: true, result: 'Too many requests' } });
  });
});

describe('cross-origin calls', () => {
  const preflight = (origin: string, path = '/dataset/bolts/csv') =>
    call(stack, path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });

  test('a page of an allowed origin may call, without credentials of its own', async () => {
    const { status, headers } = await preflight(ORIGIN);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(headers.get('access-control-allow-methods')).toBe('GET');
    expect(headers.get('access-control-allow-headers')).toMatch(/Authorization/);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await call(stack, '/dataset/bolts/csv', { headers: { origin: ORIGIN } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test.each(['https://elsewhere.test', 'https://dashboard.sightline.test.evil.test', 'null', '*'])(
    'a page of %s may not',
    async (origin) => {
      const { headers } = await preflight(origin);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('OPTIONS lists the methods of a path; none for an unknown path', async () => {
    expect((await preflight('https://elsewhere.test')).headers.get('allow')).toBe('OPTIONS, GET');
    expect((await preflight(ORIGIN, '/dataset/bolts/nowhere')).status).toBe(404);
  });
});
