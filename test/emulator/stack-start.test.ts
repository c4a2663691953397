/**
 * @covers Contract 1 ports, one sentence for one in use
 * @covers Local stack
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { git } from '../../emulators/stack/git.ts';
import { accepts, freePort, isFree, type StackPorts, waitUntil } from '../../emulators/stack/ports.ts';
import { findPorts, type Launched, launchStack } from '../support/launch-stack.ts';
import { BOOT, STEP } from '../support/limits.ts';

let directory: string;
let ports: StackPorts;
let state: string;
const launched: Launched[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-start-'));
  ports = await findPorts();
  // So few that a launcher which gave one port to two programs would almost always do so.
  process.env.FREE_PORTS = `${ports.functions}-${ports.functions + 39}`;
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

test('nobody gets the port of somebody else who asked at the same moment', async () => {
  const given = await Promise.all(Array.from({ length: 24 }, freePort));
  expect(new Set(given).size).toBe(24);
});

test('a killed launcher leaves nothing behind, the next one starts at once, and a third is told of it', async () => {
  const first = launch();
  await first.untilReady();
  first.process.kill('SIGKILL');
  const second = launch('--access=required');
  await second.untilReady();
  expect((await monitor('start')).status).toBe(401);
  const third = launch();
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(
    `in use by the local stack that runs already (process ${second.process.pid}).`,
  );
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(await allFree()).toBe(true);
});

test('every address answers with the sample, Ctrl-C frees every port, and the next run continues from the export', async () => {
  const kept = join(directory, 'kept');
  const first = launch('--fresh', `--export-on-exit=${kept}`);
  await first.untilReady();
  await expectSample(first.output());
  const started = (await (await monitor('start')).json()) as unknown;
  expect(started).toEqual({ data: { result: 'Started', error: false } });
  const session = await live('session');

  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(await allFree()).toBe(true);

  const second = launch(`--import=${kept}`);
  await second.untilReady();
  expect(await live('session')).toBe(session);
  expect((await monitor('start')).status).toBe(409);
  expect((await monitor('stop')).status).toBe(200);
  await expectSample(second.output());
  second.process.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

/** Contract 1: another Host means a page whose name was pointed to this address. */
function statusFor(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = get({ host: '127.0.0.1', port, headers: { host } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    sent.on('error', reject);
  });
}

async function expectSample(output: string): Promise<void> {
  const bucket = 'demo-sightline.firebasestorage.app';
  const objects = await fetch(`http://127.0.0.1:${ports.storage}/storage/v1/b/${bucket}/o?maxResults=1`);
  expect(await objects.json()).toMatchObject({ items: [{ bucket }] });
  const document = `http://127.0.0.1:${ports.firestore}/v1/projects/demo-sightline/databases/(default)/documents/dataset/bolts`;
  expect((await fetch(document, { headers: { authorization: 'Bearer owner' } })).status).toBe(200);
  expect((await fetch(document)).status).toBe(403);
  const runs = await fetch(
    `http://127.0.0.1:${ports.functions}/demo-sightline/us-central1/dataset/bolts/run`,
  );
  expect(await runs.json()).toMatchObject({
    runs: [
      { number: 2, state: 'ready' },
      { number: 1, trainedOn: 1 },
    ],
  });
  const signIn = `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const body = JSON.stringify({ email: 'owner@sightline.test', password: 'sightline' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(signIn, { method: 'POST', headers, body })).status).toBe(200);
  expect(await accepts(ports.vision)).toBe(true);
  for (const port of Object.values(ports))
    expect([port, await statusFor(port, 'evil.test')]).toEqual([port, 403]);
  const remote = `http://127.0.0.1:${ports.git}/inspection-line.git`;
  expect(await git(directory, ['ls-remote', remote, 'main'])).toMatch(/refs\/heads\/main$/);
  for (const port of Object.values(ports)) expect(output).toContain(`127.0.0.1:${port}`);
  expect(output.match(/^ {2}curl /gm)).toHaveLength(3);
}

test('a port in use is reported in one sentence that names port and server, and nothing is started', async () => {
  const squatter = createServer().listen(ports.database, '127.0.0.1');
  const refused = launch();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe(
    `Port ${ports.database} (Realtime Database) is in use by another program. Other ports: npm start -- --ports-from=15000\n`,
  );
  squatter.close();
  expect(await allFree()).toBe(true);
});

test.each([
  [['--import=/nowhere'], '--import: /nowhere is not an export (it has no firebase-export-metadata.json).'],
  [['--access=closed'], '--access must be open or required, not "closed".'],
  [['--fesh'], 'npm start has no option --fesh: did you mean --fresh? `npm start -- --help` lists them.'],
  [['--bogus'], 'npm start has no option --bogus; `npm start -- --help` lists them.'],
  [['--import'], '--import needs a value: --import=VALUE.'],
  [['--fresh=x'], '--fresh takes no value.'],
  [['15000'], 'npm start takes no "15000": options begin with --.'],
  [['--save-every=0'], '--save-every must be a number of seconds up to 86400, not "0".'],
  [['--ports-from=80'], '--ports-from must be a number from 1024 to 65528, not "80".'],
  [[`--export-on-exit=${import.meta.dirname}`], 'holds other files, and an export would replace them.'],
])('%s is refused with one sentence', async (options, sentence) => {
  const refused = launch(...options);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(sentence);
  expect(refused.output().trim().split('\n')).toHaveLength(1);
});

test('Ctrl-C before the stack is ready ends it too', async () => {
  const early = launch();
  await waitUntil(() => early.output().includes('Starting'), BOOT);
  early.process.kill('SIGINT');
  await early.ended;
  expect(await waitUntil(allFree, STEP)).toBe(true);
});
