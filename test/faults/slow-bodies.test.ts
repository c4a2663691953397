/**
 * Bodies that state more than they send. Eight of one viewer once took all room for bodies, and everybody else got 503
 * (finding A9). What counts is what has arrived, a caller has a part of the room, and a body has to keep coming.
 * @covers Bodies: room by caller, a slowest pace
 */
import { request as ask, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { picture } from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { type Headers, type HostileStage, openHostileStage, shout } from './hostile-stage.ts';

const ROOM = 96 * 1024 ** 2;
/** What each of them states above what it sends. */
const LACKING = 1024;

let stage: HostileStage;
let viewer: Headers;
let owner: Headers;
let image: string;

beforeAll(async () => {
  const off = { RATE_UPLOAD: 'off', RATE_EXPORT: 'off', RATE_CURATE: 'off', RATE_MANAGE: 'off' };
  stage = await openHostileStage(off);
  [viewer, owner] = await Promise.all([stage.person('viewer'), stage.person('owner')]);
  image = await upload(0);
});
afterAll(() => stage?.close());

const slow: ClientRequest[] = [];
afterEach(() => {
  for (const each of slow.splice(0)) each.destroy();
});

interface Slow {
  request: ClientRequest;
  answer: Promise<{ status: number; headers: Record<string, unknown>; body: string }>;
}

/** Sends a body but for its end. Resolves when the rest was handed over. */
async function sendSlowly(
  name: FunctionName,
  path: string,
  { headers, bytes, method = 'POST' }: { headers: Headers; bytes: number; method?: string },
): Promise<Slow> {
  const { port } = stage.stack.functions[name]!;
  const stated = {
    'content-type': 'application/json',
    'content-length': String(bytes + LACKING),
    ...headers,
  };
  const request = ask({ host: '127.0.0.1', port, method, path, headers: stated, agent: false });
  slow.push(request);
  const answer = new Promise<Awaited<Slow['answer']>>((resolve) => {
    request.once('response', async (heard) => {
      const body = await text(heard).catch(() => '');
      resolve({ status: heard.statusCode ?? 0, headers: heard.headers, body });
    });
    request.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
  });
  await new Promise((resolve) => request.write(Buffer.alloc(bytes, ' '), resolve));
  return { request, answer };
}

/** Several of them take all the room there is. */
async function crowd(count: number, name: FunctionName, path: string, method?: string): Promise<void> {
  const bytes = Math.floor(ROOM / count);
  await Promise.all(
    Array.from({ length: count }, () =>
      sendSlowly(name, path, { headers: viewer, bytes, ...(method && { method }) }),
    ),
  );
  // Until the function has read what it was sent.
  await sleep(2_000);
}

async function upload(number: number): Promise<string> {
  const body = await picture(number);
  const headers = { 'content-type': 'image/jpeg', ...stage.key };
  const path = `/line-1/image?name=${number}.jpg&date=${1_700_000_000_000 + number}`;
  const heard = await shout(stage, 'monitor', { method: 'POST', path, headers, body });
  expect([heard.status, heard.body]).toEqual([200, expect.stringContaining('Added image')]);
  return JSON.parse(heard.body).data.id;
}

describe.each([8, 40, 200])('while %s bodies of a viewer never end', (count) => {
  test('somebody else downloads and labels images', async () => {
    await crowd(count, 'dataset', '/bolts/downloadZip');
    const ask = (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json', ...owner };
      return shout(stage, 'dataset', { method, path, headers, body: Buffer.from(JSON.stringify(body)) });
    };
    expect((await ask('POST', '/bolts/downloadZip', { images: [image] })).status).toBe(200);
    const changes = [{ image, tag: count === 40 ? 'good' : 'bad' }];
    const labelled = await ask('PATCH', '/bolts/images', { changes });
    expect([labelled.status, labelled.body]).toEqual([200, expect.stringContaining('"done"')]);
  });

  test('a camera uploads', async () => {
    await crowd(count, 'monitor', '/line-1/image');
    await upload(count);
  });
});

test('while masks of a viewer never end, somebody else puts one', async () => {
  const path = `/mask/image/dataset--bolts--${image}.jpg?tag=bad`;
  await crowd(8, 'image', path, 'PUT');
  const headers = { 'content-type': 'image/png', ...owner };
  const heard = await shout(stage, 'image', { method: 'PUT', path, headers, body: await maskPng(320, 240) });
  expect([heard.status, heard.body]).toEqual([200, expect.stringContaining('uri')]);
});

test('a body that ceases to come is answered that it may be sent again, and its connection ends', async () => {
  const { answer } = await sendSlowly('dataset', '/bolts/downloadZip', { headers: viewer, bytes: 1024 });
  const { status, headers, body } = await answer;
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '2', connection: 'close' });
  expect(JSON.parse(body)).toEqual({ error: true, result: 'Request body came too slowly' });
});

test('a line of 20 kB a second is quick enough, also with pauses', async () => {
  const frame = Buffer.concat([await picture(7), Buffer.alloc(600_000)]);
  const { port } = stage.stack.functions.monitor!;
  const headers = { 'content-type': 'image/jpeg', 'content-length': String(frame.length), ...stage.key };
  const request = ask({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/line-1/image?name=slow.jpg',
    headers,
  });
  const answered = new Promise<number>((resolve) => {
    request.once('response', (answer) => resolve(answer.statusCode ?? 0));
  });
  for (let at = 0; at < frame.length; at += 100_000) {
    request.write(frame.subarray(at, at + 100_000));
    await sleep(5_000);
  }
  request.end();
  expect(await answered).toBe(200);
});
