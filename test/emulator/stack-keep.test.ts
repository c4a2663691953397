/**
 * `npm start` keeps its data: a run that ends by SIGINT under load loses nothing acknowledged; a run that is killed loses at
 * most what followed the last save, and never half of a record. LONG repeats each twenty times.
 * @covers data between runs: nothing acknowledged is lost at Ctrl-C, at most what came since the last save when killed
 * @covers Local stack
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { stamp } from '../../emulators/camera/frames.ts';
import type { StackPorts } from '../../emulators/stack/ports.ts';
import { concurrently } from '../support/factory.ts';
import { findPorts, type Launched, launchStack } from '../support/launch-stack.ts';

/** `RUNS=n` does as many. */
const RUNS = Number(process.env.RUNS) || (process.env.LONG ? 20 : 1);
const IN_FLIGHT = 4;
const OWNER = { authorization: 'Bearer owner' };

interface Frame {
  id: string;
  /** Milliseconds; when the acknowledgement arrived. */
  at: number;
}

let directory: string;
let ports: StackPorts;
let running: Launched | undefined;
let picture: Buffer;
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-keep-'));
  ports = await findPorts();
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
});
afterEach(async () => {
  running?.process.kill('SIGKILL');
  await running?.ended;
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

const state = (name: string): string => join(directory, name);
const at = (server: keyof StackPorts, path: string): string => `http://127.0.0.1:${ports[server]}${path}`;
const call = (path: string, init?: RequestInit) =>
  fetch(at('functions', `/demo-sightline/us-central1${path}`), init);

async function start(name: string, ...options: string[]): Promise<Launched> {
  running = launchStack(ports, state(name), ...options);
  await running.untilReady();
  return running;
}

async function end(signal: NodeJS.Signals): Promise<void> {
  running?.process.kill(signal);
  expect(await running?.ended).toBe(signal === 'SIGINT' ? 0 : null);
}

async function upload(): Promise<Frame | undefined> {
  const number = count++;
  const path = `/monitor/line-1/image?date=${1_790_000_000_000 + number}&name=${number}.jpg&dataset=bolts`;
  const body = stamp(picture, `frame ${number}`);
  const answer = await call(path, { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body });
  const { data } = (await answer.json()) as { data: { id?: string } };
  return answer.ok && data.id ? { id: data.id, at: Date.now() } : undefined;
}

/**
 * Uploads until the stack no longer answers.
 * @returns the acknowledged frames, which grow meanwhile
 */
function load(): { frames: Frame[]; ended: Promise<unknown> } {
  const frames: Frame[] = [];
  const worker = async () => {
    for (;;) {
      const frame = await upload().catch(() => undefined);
      if (!frame) return;
      frames.push(frame);
    }
  };
  return { frames, ended: Promise.all(Array.from({ length: IN_FLIGHT }, worker)) };
}

const documents = '/v1/projects/demo-sightline/databases/(default)/documents';

/** @returns addresses of objects by id; asking for each record alone takes a minute for a thousand */
async function recordsOf(ids: readonly string[]): Promise<Map<string, string>> {
  const body = JSON.stringify({
    documents: ids.map((id) => `${documents.slice('/v1/'.length)}/image/${id}`),
  });
  const headers = { ...OWNER, 'content-type': 'application/json' };
  const answer = await fetch(at('firestore', `${documents}:batchGet`), { method: 'POST', headers, body });
  const all = (await answer.json()) as {
    found?: { name: string; fields: { uri: { stringValue: string } } };
  }[];
  return new Map(
    all.flatMap(({ found: one }) => (one ? [[basename(one.name), one.fields.uri.stringValue] as const] : [])),
  );
}

async function objectOf(uri: string): Promise<number> {
  const [, bucket = '', name = ''] = /^gs:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
  const answer = await fetch(
    at('storage', `/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`),
  );
  await answer.arrayBuffer();
  return answer.status;
}

/** The frames whose records exist; each record must have its object. */
async function found(frames: readonly Frame[]): Promise<Frame[]> {
  if (frames.length === 0) return [];
  const uris = await recordsOf(frames.map(({ id }) => id));
  const objects = [...uris.values()];
  await concurrently(objects.length, IN_FLIGHT, async (number) => {
    const uri = objects[number] as string;
    expect([uri, await objectOf(uri)]).toEqual([uri, 200]);
  });
  return frames.filter(({ id }) => uris.has(id));
}

async function lastSave(name: string): Promise<number> {
  const text = await readFile(join(state(name), 'data/current.json'), 'utf8').catch(() => undefined);
  return text === undefined ? 0 : Date.parse((JSON.parse(text) as { begun: string }).begun);
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Must exist when the next test starts with the data of the last one. */
let acknowledged: Frame[] = [];
/** May exist, but only completely. */
let later: Frame[] = [];

test(`Ctrl-C under load loses nothing acknowledged (${RUNS} runs)`, async () => {
  for (let run = 0; run < RUNS; run += 1) {
    await start('kept');
    expect(await found(acknowledged)).toEqual(acknowledged);
    const { frames, ended } = load();
    await until(() => frames.length >= 20);
    await end('SIGINT');
    await ended;
    acknowledged = frames;
  }
}, 3_600_000);

test(`a killed launcher loses at most what followed the last save (${RUNS} runs)`, async () => {
  for (let run = 0; run < RUNS; run += 1) {
    const launched = await start('kept', '--save-every=0.5');
    expect(await found(acknowledged)).toEqual(acknowledged);
    const { frames, ended } = load();
    await until(() => frames.length >= 20);
    const now = Date.now();
    await until(async () => (await lastSave('kept')) > now);
    launched.process.kill('SIGKILL');
    await launched.ended;
    await ended;
    const saved = await lastSave('kept');
    acknowledged = frames.filter((frame) => frame.at < saved);
    expect(acknowledged.length).toBeGreaterThan(0);
    later = frames.filter((frame) => frame.at >= saved);
  }
}, 3_600_000);

test('if Firestore dies, the stack ends too, and says from where it goes on', async () => {
  const launched = await start('dead', '--save-every=0.5');
  const begun = Date.now();
  const frame = await upload();
  await until(async () => (await lastSave('dead')) > begun);
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const own = new RegExp(String.raw`^ *(\d+) +${launched.process.pid} +\S*java `, 'm').exec(stdout);
  process.kill(Number(own?.[1]), 'SIGKILL');
  expect(await launched.ended).toBe(1);
  expect(launched.output()).toMatch(
    /The Firestore emulator has ended by itself \(SIGKILL\)\.\n[\s\S]*The last save is in \S+data: npm start goes on/,
  );
  await start('dead');
  expect(await found([frame as Frame])).toEqual([frame]);
  await end('SIGINT');
});

describe('between runs', () => {
  const signUp = { email: 'new@sightline.test', password: 'sightline' };
  const account = async (verb: string) => {
    const url = at('auth', `/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=k`);
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(signUp) })).status;
  };
  const live = async () => {
    const url = at('database', '/monitor/line-1/status.json?ns=demo-sightline-default-rtdb');
    return (await fetch(url, { headers: OWNER })).json();
  };
  /** Directly, not through the functions, like a script. */
  const setMembers = async (members: object) => {
    const url = at('firestore', `${documents}/monitor/line-1?updateMask.fieldPaths=members`);
    const body = JSON.stringify({ fields: { members: { mapValue: { fields: members } } } });
    const headers = { ...OWNER, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
  };
  const admitted = async () => {
    const url = at('database', '/member/line-1.json?ns=demo-sightline-default-rtdb');
    return Object.keys((await (await fetch(url, { headers: OWNER })).json()) as object).sort();
  };
  const name = '/image/delete/image/dataset--bolts--bolts-0001.jpg';

  test('accounts, live state and deletions are kept; --fresh starts with the sample and moves the old data aside', async () => {
    const first = await start('kept');
    expect(first.output()).toMatch(
      /All data is kept in \S+data: saved at Ctrl-C, and every 30 s while it changes\./,
    );
    expect(await found(acknowledged)).toEqual(acknowledged);
    await found(later);
    expect([await account('signUp'), (await call(name)).status]).toEqual([200, 200]);
    expect((await call('/monitor/line-1/start')).status).toBe(200);
    await setMembers({ newcomer: { stringValue: 'viewer' } });
    await end('SIGINT');

    const second = await start('kept');
    expect(second.output()).toMatch(
      /^Going on with the data in \S+data \(--fresh starts with the sample\)\./,
    );
    expect([await account('signInWithPassword'), (await call(name)).status, await live()]).toEqual([
      200,
      404,
      true,
    ]);
    // The event of the last write was handled before the end.
    expect(await admitted()).toEqual(['newcomer', 'owner']);
    const other = launchStack(await findPorts(), state('kept'));
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain(`The local stack of process ${second.process.pid} keeps its data in`);
    await end('SIGINT');

    const third = await start('kept', '--fresh');
    expect(third.output()).toMatch(/What was kept is in \S+data\.previous now\./);
    expect([await account('signInWithPassword'), (await call(name)).status, await live()]).toEqual([
      400,
      200,
      false,
    ]);
    await end('SIGINT');
  });
});
