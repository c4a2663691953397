import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { git } from '../../emulators/stack/git.ts';
import { accepts, isFree, type StackPorts, waitUntil } from '../../emulators/stack/ports.ts';
import { findPorts, type Launched, launchStack } from '../support/launch-stack.ts';

let directory: string;
let ports: StackPorts;
let state: string;
const launched: Launched[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-start-'));
  ports = await findPorts();
  state = join(directory, 'state');
});
afterEach(async () => {
  for (const { process, ended } of launched.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

function launch(...options: string[]): Launched {
  const result = launchStack(ports, state, ...options);
  launched.push(result);
  return result;
}

const live = async (path: string): Promise<unknown> => {
  const url = `http://127.0.0.1:${ports.database}/monitor/line-1/${path}.json?ns=demo-sightline-default-rtdb`;
  return (await fetch(url, { headers: { authorization: 'Bearer owner' } })).json();
};
const monitor = (path: string) =>
  fetch(`http://127.0.0.1:${ports.functions}/demo-sightline/us-central1/monitor/line-1/${path}`);
const allFree = async () => (await Promise.all(Object.values(ports).map(isFree))).every(Boolean);

test('a killed launcher leaves nothing behind, and the next one starts at once', async () => {
  const first = launch();
  expect(await first.ready).toBe(true);
  first.process.kill('SIGKILL');
  const second = launch('--access=required');
  expect(await second.ready).toBe(true);
  expect((await monitor('start')).status).toBe(401);
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(await allFree()).toBe(true);
}, 120_000);

test('every address answers with the sample, Ctrl-C frees every port, and the next run goes on from the export', async () => {
  const kept = join(directory, 'kept');
  const first = launch(`--export-on-exit=${kept}`);
  expect(await first.ready).toBe(true);
  await expectSample(first.output());
  const started = (await (await monitor('start')).json()) as unknown;
  expect(started).toEqual({ data: { result: 'Started', error: false } });
  const session = await live('session');

  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(await allFree()).toBe(true);

  const second = launch(`--import=${kept}`);
  expect(await second.ready).toBe(true);
  expect(await live('session')).toBe(session);
  expect((await monitor('start')).status).toBe(409);
  expect((await monitor('stop')).status).toBe(200);
  await expectSample(second.output());
  second.process.kill('SIGINT');
  expect(await second.ended).toBe(0);
}, 120_000);

async function expectSample(output: string): Promise<void> {
  const bucket = 'demo-sightline.firebasestorage.app';
  const objects = await fetch(`http://127.0.0.1:${ports.storage}/storage/v1/b/${bucket}/o?maxResults=1`);
  expect(await objects.json()).toMatchObject({ items: [{ bucket }] });
  const document = `http://127.0.0.1:${ports.firestore}/v1/projects/demo-sightline/databases/(default)/documents/dataset/bolts`;
  expect((await fetch(document, { headers: { authorization: 'Bearer owner' } })).status).toBe(200);
  expect((await fetch(document)).status).toBe(403);
  const signIn = `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const body = JSON.stringify({ email: 'owner@sightline.test', password: 'sightline' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(signIn, { method: 'POST', headers, body })).status).toBe(200);
  expect(await accepts(ports.vision)).toBe(true);
  const remote = `http://127.0.0.1:${ports.git}/inspection-line.git`;
  expect(await git(directory, ['ls-remote', remote, 'main'])).toMatch(/refs\/heads\/main$/);
  for (const port of Object.values(ports)) expect(output).toContain(`127.0.0.1:${port}`);
  expect(output.match(/^ {2}curl /gm)).toHaveLength(3);
}

test('a port in use is one sentence that names port and server, and nothing was started', async () => {
  const squatter = createServer().listen(ports.database, '127.0.0.1');
  const refused = launch();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(`Port ${ports.database} (Realtime Database) is in use by another program.\n`);
  squatter.close();
  expect(await allFree()).toBe(true);
});

test('a second launcher is told of the first one', async () => {
  const first = launch();
  await waitUntil(
    () =>
      readFile(join(directory, 'state/launcher.pid')).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  expect(await first.ready).toBe(true);
  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `in use by the local stack that runs already (process ${first.process.pid}).`,
  );
  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
}, 90_000);

test.each([
  [['--import=/nowhere'], '--import: /nowhere is not an export (it has no firebase-export-metadata.json).'],
  [['--access=closed'], '--access must be open or required, not "closed".'],
  [['--ports-from=80'], '--ports-from must be a number from 1024 to 65529, not "80".'],
  [[`--export-on-exit=${import.meta.dirname}`], 'holds other files, and an export would replace them.'],
])('%s is refused with one sentence', async (options, sentence) => {
  const refused = launch(...options);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(sentence);
  expect(refused.output().trim().split('\n')).toHaveLength(1);
});

test('Ctrl-C before the stack is ready ends it too', async () => {
  const early = launch();
  await waitUntil(() => early.output().includes('Starting'), 20_000);
  early.process.kill('SIGINT');
  await early.ended;
  expect(await waitUntil(allFree, 5_000)).toBe(true);
}, 60_000);
