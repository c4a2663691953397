/** `GET /<function>/healthz`: open to all, tells nothing but whether the function works, and cannot be used to hammer. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call, eventually, furnish } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const FUNCTIONS = ['monitor', 'dataset', 'image', 'service-git'] as const;
let stack: TestStack;
let volume: string;

beforeAll(async () => {
  volume = await mkdtemp(join(tmpdir(), 'sightline-health-'));
  await writeFile(join(volume, '.sightline-volume'), '');
  stack = await startTestStack({
    functions: [...FUNCTIONS],
    env: { ACCESS: 'required', EDITOR_VOLUME: volume },
  });
  await furnish(stack);
}, 60_000);
afterAll(async () => {
  await stack?.close();
  await rm(volume, { recursive: true, force: true });
});

const health = async (name: string, headers: Record<string, string> = {}) => {
  const { status, body, headers: answered } = await call(stack, `/${name}/healthz`, { headers });
  return { status, body, retryAfter: answered.get('retry-after') };
};
const ok = { status: 200, body: { status: 'ok' }, retryAfter: null };
const down = { status: 503, body: { status: 'unavailable' }, retryAfter: '3' };
const soon = <T>(check: () => Promise<T>) => eventually(check, 15_000);

describe.each(FUNCTIONS)('%s', (name) => {
  test('works, whatever credentials are shown', async () => {
    expect(await health(name)).toEqual(ok);
    expect(await health(name, { authorization: 'Bearer nonsense' })).toEqual(ok);
    expect(await health(name, { 'x-device-key': 'nonsense' })).toEqual(ok);
  });

  test('takes GET and HEAD alone', async () => {
    const posted = await call(stack, `/${name}/healthz`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await call(stack, `/${name}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });
});

test('Storage down is 503 for those that need it, healed is 200', async () => {
  const needing = ['monitor', 'dataset', 'image'];
  stack.faults.storage.set([{ path: '/o/health', status: 503 }]);
  await soon(async () =>
    expect(await Promise.all(needing.map((name) => health(name)))).toEqual([down, down, down]),
  );
  for (const name of needing) expect(stack.functions[name]!.output()).toContain('"dependency":"storage"');
  expect(await health('service-git')).toEqual(ok);
  stack.faults.storage.set([]);
  await soon(async () =>
    expect(await Promise.all(needing.map((name) => health(name)))).toEqual([ok, ok, ok]),
  );
});

test('a database that hangs is told within 5 s', async () => {
  stack.faults.database.set([{ path: 'health', hang: true }]);
  await soon(async () => {
    const started = Date.now();
    expect(await health('monitor')).toEqual(down);
    expect(Date.now() - started).toBeLessThan(5_500);
  });
  stack.faults.database.set([]);
  await soon(async () => expect(await health('monitor')).toEqual(ok));
}, 60_000);

test('a volume that is not mounted is 503, mounted again 200', async () => {
  await rm(volume, { recursive: true });
  await soon(async () => expect(await health('service-git')).toEqual(down));
  await mkdir(volume);
  await writeFile(join(volume, '.sightline-volume'), '');
  await soon(async () => expect(await health('service-git')).toEqual(ok));
});

test('a hundred callers make Storage work at most twice', async () => {
  const counts = `http://${stack.addresses.storage}/__operations`;
  await fetch(counts, { method: 'DELETE' });
  const answers = await Promise.all(Array.from({ length: 100 }, () => health('dataset')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const seen = Object.values((await (await fetch(counts)).json()) as Record<string, number>);
  expect(seen.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
});

test('a monitor that is called healthz works as any other', async () => {
  await stack.firestore.doc('monitor/healthz').set({ name: 'Healthz', owner: 'owner', members: {} });
  const { status } = await call(stack, '/monitor/healthz/start');
  // Its own route, which asks for credentials.
  expect(status).toBe(401);
});
