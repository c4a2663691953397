/**
 * `GET /<function>/health`: open to all, says only whether the function works and its version, and does not pass on load.
 * @covers Health of each function
 * @covers One version: packages, changelog, health
 */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
});
afterAll(async () => {
  await stack?.close();
  await rm(volume, { recursive: true, force: true });
});

const health = async (name: string, headers: Record<string, string> = {}) => {
  const { status, body, headers: answered } = await call(stack, `/${name}/health`, { headers });
  return { status, body, retryAfter: answered.get('retry-after') };
};
const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
const ok = { status: 200, body: { status: 'ok', version }, retryAfter: null };
const down = { status: 503, body: { status: 'unavailable' }, retryAfter: '3' };

describe.each(FUNCTIONS)('%s', (name) => {
  test('works with any credentials', async () => {
    expect(await health(name)).toEqual(ok);
    expect(await health(name, { authorization: 'Bearer nonsense' })).toEqual(ok);
    expect(await health(name, { 'x-device-key': 'nonsense' })).toEqual(ok);
  });

  test('accepts only GET and HEAD', async () => {
    const posted = await call(stack, `/${name}/health`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await call(stack, `/${name}/health`, { method: 'HEAD' })).status).toBe(200);
  });

  test('answers at its other path too', async () => {
    const { status, body } = await call(stack, `/${name}/healthz`);
    expect({ status, body }).toEqual({ status: ok.status, body: ok.body });
  });
});

test('an outage of Storage is 503 for functions that need it, and 200 afterwards', async () => {
  const needing = ['monitor', 'dataset', 'image'];
  stack.faults.storage.set([{ path: '/o/health', status: 503 }]);
  await eventually(async () =>
    expect(await Promise.all(needing.map((name) => health(name)))).toEqual([down, down, down]),
  );
  for (const name of needing) expect(stack.functions[name]!.output()).toContain('"dependency":"storage"');
  expect(await health('service-git')).toEqual(ok);
  stack.faults.storage.set([]);
  await eventually(async () =>
    expect(await Promise.all(needing.map((name) => health(name)))).toEqual([ok, ok, ok]),
  );
});

test('a hanging database is reported as long as it hangs', async () => {
  stack.faults.database.set([{ path: 'health', hang: true }]);
  await eventually(async () => {
    expect(await health('monitor')).toEqual(down);
  });
  stack.faults.database.set([]);
  await eventually(async () => expect(await health('monitor')).toEqual(ok));
});

test('a volume that is not mounted is 503, and 200 when it is mounted again', async () => {
  await rm(volume, { recursive: true });
  await eventually(async () => expect(await health('service-git')).toEqual(down));
  await mkdir(volume);
  await writeFile(join(volume, '.sightline-volume'), '');
  await eventually(async () => expect(await health('service-git')).toEqual(ok));
});

test('a volume that cannot be written is 503, and the log says why', async () => {
  // A folder with the probe's name, because root, who may run the tests, ignores file modes.
  await mkdir(join(volume, '.sightline-write-test'));
  await eventually(async () => expect(await health('service-git')).toEqual(down));
  const said = /"dependency":"volume","reason":"[^"]*(EISDIR)/.exec(stack.functions['service-git']!.output());
  expect(said?.[1]).toBe('EISDIR');
  await rm(join(volume, '.sightline-write-test'), { recursive: true });
  await eventually(async () => expect(await health('service-git')).toEqual(ok));
  expect(await readdir(volume)).toEqual(['.sightline-volume']);
});

test('a hundred callers cause at most two requests to Storage', async () => {
  const counts = `http://${stack.addresses.storage}/__operations`;
  await fetch(counts, { method: 'DELETE' });
  const answers = await Promise.all(Array.from({ length: 100 }, () => health('dataset')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const seen = Object.values((await (await fetch(counts)).json()) as Record<string, number>);
  expect(seen.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
});

test.each(['health', 'healthz'])('a monitor that is called %s works as any other', async (name) => {
  await stack.firestore.doc(`monitor/${name}`).set({ name, owner: 'owner', members: {} });
  const { status } = await call(stack, `/monitor/${name}/start`);
  // This path has a route of its own, which requires credentials.
  expect(status).toBe(401);
});
