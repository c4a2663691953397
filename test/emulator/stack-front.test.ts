/**
 * @covers Contract 1 addresses, prefix by route shape
 * @covers Local stack
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type RunningFront, startFront } from '../../emulators/stack/front.ts';
import { type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { keepRunning } from '../../emulators/stack/keep-running.ts';
import { waitUntil } from '../../emulators/stack/ports.ts';
import { STEP } from '../support/limits.ts';

const directory = join(import.meta.dirname, '../support/tiny-functions');
const MB = 1024 * 1024;
const JPEG = { 'Content-Type': 'image/jpeg' };

let monitor: RunningFunction;
let front: RunningFront;
let letGo: () => void;

beforeAll(async () => {
  monitor = await startFunction({ name: 'monitor', directory, env: functionEnvironment({}) });
  letGo = keepRunning(monitor, () => {});
  const functions = { monitor, image: { port: 1, isRunning: () => false } };
  front = await startFront({ port: 0, projectId: 'demo-sightline', region: 'us-central1', functions });
});
afterAll(async () => {
  letGo();
  await Promise.all([front.close(), monitor.close()]);
});

const call = (path: string, init?: RequestInit) => fetch(`${front.baseUrl}${path}`, init);
const seen = async (path: string, init?: RequestInit) =>
  (await (await call(path, init)).json()) as {
    url: string;
    method: string;
    headers: Record<string, string>;
    bytes: number;
    sha256: string;
  };
const counts = async () =>
  (await (await call('/monitor/count')).json()) as { started: number; aborted: number; bytes: number };

test('the function sees its path without its name, undecoded, with the query', async () => {
  expect((await seen('/monitor/line-1/a%2Fb?uid=%20x&y')).url).toBe('/line-1/a%2Fb?uid=%20x&y');
  expect((await seen('/monitor')).url).toBe('/');
  expect((await seen('/monitor?a=1')).url).toBe('/?a=1');
});

test('method, headers and body arrive, and the client is named in X-Forwarded-*', async () => {
  const answer = await seen('/monitor/line-1/image', {
    method: 'PUT',
    headers: { 'X-Device-Key': 'k', ...JPEG },
    body: 'bytes',
  });
  expect(answer).toMatchObject({ method: 'PUT', bytes: 5 });
  expect(answer.headers).toMatchObject({
    'x-device-key': 'k',
    'content-type': 'image/jpeg',
    host: `127.0.0.1:${front.port}`,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `127.0.0.1:${front.port}`,
    'x-forwarded-proto': 'http',
  });
});

test('a body of 20 MB arrives whole', async () => {
  const body = randomBytes(20 * MB);
  const answer = await seen('/monitor/x', { method: 'POST', headers: JPEG, body });
  expect(answer.sha256).toBe(createHash('sha256').update(body).digest('hex'));
});

test('a body over 32 MB is refused with 413, announced or not', async () => {
  const announced = await call('/monitor/x', { method: 'POST', body: Buffer.alloc(33 * MB) });
  expect([announced.status, await announced.json()]).toEqual([
    413,
    { error: 'The request body is larger than 32 MB' },
  ]);
  const chunks = async function* () {
    for (let index = 0; index < 33; index += 1) yield Buffer.alloc(MB);
  };
  const chunked = await call('/monitor/x', {
    method: 'POST',
    headers: JPEG,
    body: chunks() as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
});

test('the 413 reaches a client that reads only after it has sent everything', async () => {
  const socket = connect(front.port, '127.0.0.1').pause();
  const send = (bytes: string | Buffer) => new Promise<unknown>((done) => socket.write(bytes, done));
  await send('POST /demo-sightline/us-central1/monitor/x HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  await send('Content-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let index = 0; index < 40; index += 1) {
    await send('100000\r\n');
    await send(Buffer.alloc(MB));
    await send('\r\n');
  }
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
});

test('HEAD has the headers of the answer and no body', async () => {
  const answer = await call('/monitor/x', { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await answer.text()).toBe('');
});

test('a redirect is passed on, not followed', async () => {
  const answer = await call('/monitor/moved', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://example.test/archive.zip']);
});

test('the answer streams: the first part is there before the last one is written', async () => {
  const reader = (await call('/monitor/stream')).body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
  await call('/monitor/go-on');
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('second');
});

test('a slow reader slows the function instead of filling memory', async () => {
  const request = httpRequest(`${front.baseUrl}/monitor/pour`).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await counts()).bytes).toBeLessThan(50 * MB);
  answer.destroy();
});

test('a client that disconnects ends its request at the function, which runs once', async () => {
  const before = await counts();
  const abort = new AbortController();
  const gone = call('/monitor/hang', { signal: abort.signal }).catch((error: Error) => error.name);
  await waitUntil(async () => (await counts()).started > before.started, STEP);
  abort.abort();
  expect(await gone).toBe('AbortError');
  expect(await waitUntil(async () => (await counts()).aborted === before.aborted + 1, STEP)).toBe(true);
  // Had the request been sent again, it would have arrived before this one.
  await seen('/monitor/x');
  expect((await counts()).started).toBe(before.started + 1);
});

test("a function that disconnects during its answer closes the client's connection, so that the answer is recognized as incomplete", async () => {
  const answer = await call('/monitor/reset');
  await expect(answer.text()).rejects.toThrow();
});

test('an unknown function, project or region is 404 in JSON', async () => {
  const base = `http://127.0.0.1:${front.port}`;
  const paths = ['/demo-sightline/us-central1/nothing/x', '/other/us-central1/monitor', '/', '/monitor/x'];
  for (const path of paths) {
    const answer = await fetch(base + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('one of monitor, image') });
  }
});

test('a function that is not running is 503 in JSON with Retry-After', async () => {
  const answer = await call('/image/x');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toEqual({ error: 'The function image is restarting' });
});

test("a crashed function closes its callers' connections and is restarted", async () => {
  const { pid } = monitor;
  // Not sent again either where an earlier request has left its connection open.
  await seen('/monitor/x');
  await expect(call('/monitor/crash')).rejects.toThrow('fetch failed');
  const isBack = async () => (await call('/monitor/x').catch(() => undefined))?.status === 200;
  expect(await waitUntil(isBack, STEP)).toBe(true);
  expect(monitor.pid).not.toBe(pid);
});

test('fifty requests at once are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('/monitor/x', { method: 'POST' })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
});

test('a request that is not HTTP ends with its connection and affects nothing else', async () => {
  const socket = connect(front.port, '127.0.0.1').on('error', () => {});
  socket.end('\u0000\u0001 nonsense\r\n\r\n');
  await once(socket.resume(), 'close');
  expect((await call('/monitor/x')).status).toBe(200);
});
