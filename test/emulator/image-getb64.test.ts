/** Spec 4.2 getb64; Contract 3 and 5: the stored bytes, what they are, and what it costs. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { eventually, frame, picture, sha256, upload } from '../support/factory.ts';
import { openStage, place, readDataUri, type Stage, send } from './image-stage.ts';

const MB = 1024 * 1024;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const read = (encoded: string, sent = {}) => send(stage, `/image/getb64/image/${encoded}`, sent);

test('a captured frame comes back byte for byte', async () => {
  const sent = Buffer.from((await frame(1)).image as string, 'base64');
  const { id } = (await upload(stage.stack, 1)).body.data;
  const { status, body, headers } = await read(`dataset--bolts--${id}.jpg`);
  expect([status, Object.keys(body)]).toEqual([200, ['result']]);
  const { mediaType, bytes } = readDataUri(body.result);
  expect([mediaType, sha256(bytes)]).toEqual(['image/jpeg', sha256(sent)]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Number(headers.get('content-length'))).toBe(JSON.stringify(body).length);
  expect(headers.get('cache-control')).toBe('no-store');
});

describe('the media type is that of the bytes', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
    const bytes = await sharp(await picture(1))
      .resize(64)
      .toFormat(format)
      .toBuffer();
    // Name, stored type and record all say something else.
    const fields = { originalFormat: 'bmp' };
    const { encoded } = await place(stage, `dataset/bolts/${format}.bin`, bytes, fields, 'text/html');
    const { mediaType, bytes: received } = readDataUri((await read(encoded)).body.result);
    expect(mediaType).toBe(`image/${format}`);
    expect(received).toEqual(bytes);
  });

  test.each([
    [0, 'application/octet-stream'],
    [1, 'application/octet-stream'],
    [2, 'application/octet-stream'],
    [3, 'image/jpeg'],
    [4, 'image/jpeg'],
  ])('the first %i bytes of a JPEG', async (length, mediaType) => {
    const bytes = (await picture(2)).subarray(0, length);
    const { encoded } = await place(stage, `dataset/bolts/first-${length}.jpg`, bytes);
    expect(readDataUri((await read(encoded)).body.result)).toEqual({ mediaType, bytes });
  });
});

test('HEAD says the same without the body', async () => {
  const { encoded } = await place(stage, 'dataset/bolts/head.jpg', await picture(3));
  const [get, head] = [await read(encoded), await read(encoded, { method: 'HEAD' })];
  expect([head.status, head.body]).toEqual([200, undefined]);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

/** JPEG and ballast, the same on each call. */
async function largePicture(size: number): Promise<Buffer> {
  const jpeg = await picture(4);
  const ballast = Buffer.alloc(size - jpeg.length, 'ballast');
  return Buffer.concat([jpeg, ballast]);
}

describe('large files', () => {
  test('20 MB take less memory than the file, read by one after the other and by four at once', async () => {
    const bytes = await largePicture(20 * MB);
    const { encoded } = await place(stage, 'dataset/bolts/large.jpg', bytes);
    const small = await place(stage, 'dataset/bolts/small.jpg', await picture(4));
    for (let warm = 0; warm < 20; warm += 1) await drain(small.encoded);
    const { pid } = stage.stack.functions.image!;
    const before = await resetPeak(pid);
    const { body } = await read(encoded);
    const alone = (await peak(pid)) - before;
    expect(sha256(readDataUri(body.result).bytes)).toBe(sha256(bytes));
    await Promise.all(Array.from({ length: 4 }, () => drain(encoded)));
    const four = (await peak(pid)) - before;
    console.info(`getb64 of 20 MB: peak memory grows by ${mb(alone)} MB, by ${mb(four)} MB for four at once`);
    expect(alone).toBeLessThan(3 * bytes.length);
    expect(four).toBeLessThan(4 * 3 * bytes.length);
  });

  test.each([
    ['just fits', 25_165_000, 200],
    ['is too large for an answer', 25_166_000, 413],
  ])('a file of which the answer %s', async (_, size, status) => {
    const { encoded, name } = await place(stage, `dataset/bolts/limit-${size}.jpg`, await largePicture(size));
    const answer = await read(encoded);
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.body).toEqual({ error: true, status: 'Image too large' });
    else expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(32 * MB);
    await stage.bucket.file(name).delete();
  });
});

describe('trouble on the way', () => {
  test('a client that goes away stops the reading', async () => {
    const { encoded } = await place(stage, 'dataset/bolts/left.jpg', await largePicture(22 * MB));
    const { port } = stage.stack.functions.image!;
    // Nothing is taken of the answer: the pipe fills up and stands.
    const sent = request({ port, path: `/getb64/image/${encoded}` }, (answer) =>
      answer.on('error', () => {}),
    );
    await once(sent.end(), 'response');
    await eventually(async () => expect(await waitingDownloads()).toBe(1));
    sent.destroy();
    await eventually(async () => expect(await waitingDownloads()).toBe(0));
  });

  test('a client that goes away before the first byte ends the call, however long Storage hangs', async () => {
    const { stack } = stage;
    const { encoded } = await place(stage, 'dataset/bolts/hang.jpg', await picture(5));
    stack.faults.storage.set([{ path: 'alt=media', hang: true }]);
    const gone = new AbortController();
    const url = `http://127.0.0.1:${stack.functions.image!.port}/getb64/image/${encoded}`;
    const headers = { 'x-request-id': 'hanging-call' };
    const asking = fetch(url, { signal: gone.signal, headers }).catch(() => 'gone');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(stack.functions.image!.output()).not.toContain('hanging-call');
    gone.abort();
    expect(await asking).toBe('gone');
    await eventually(() => expect(stack.functions.image!.output()).toContain('hanging-call'));
    stack.faults.storage.set([]);
    expect((await read(encoded)).status).toBe(200);
  });

  test('a storage that breaks off breaks off the answer, and never a half one looks whole', async () => {
    const { stack } = stage;
    const { encoded } = await place(stage, 'dataset/bolts/broken.jpg', await picture(6));
    stack.faults.storage.set([{ path: 'alt=media', reset: 'before' }]);
    const { status, body } = await read(encoded);
    stack.faults.storage.set([]);
    expect([status, body]).toEqual([503, { error: true, status: 'Service temporarily unavailable' }]);
  });

  test('an object that is overwritten at that moment is read as it stands then', async () => {
    const { stack, bucket } = stage;
    const [old, fresh] = [await picture(7), Buffer.concat([await picture(7), Buffer.from('longer')])];
    const { encoded, name } = await place(stage, 'dataset/bolts/changing.jpg', old);
    // The old version is asked for late, when it is gone.
    stack.faults.storage.set([{ path: 'alt=media', latency: 500, times: 1 }]);
    const reading = read(encoded);
    await eventually(() => expect(stack.faults.storage.list()).toEqual([]));
    await bucket.file(name).save(fresh, { resumable: false });
    const { status, body } = await reading;
    expect(status).toBe(200);
    expect(readDataUri(body.result).bytes).toEqual(fresh);
  });
});

async function drain(encoded: string): Promise<void> {
  const response = await fetch(`${stage.stack.baseUrl}/image/getb64/image/${encoded}`);
  for await (const _ of response.body!);
}

const mb = (bytes: number): number => Math.round(bytes / MB);

/** Forgets the peak of a process's memory. @returns what it holds now, in bytes */
async function resetPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return memory(pid, 'VmRSS');
}

const peak = (pid: number): Promise<number> => memory(pid, 'VmHWM');

async function memory(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

/** Connections to Storage on which bytes wait that nobody has taken yet. */
async function waitingDownloads(): Promise<number> {
  const port = Number(stage.stack.addresses.storage.split(':')[1])
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  const sockets = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  const ofStorage = sockets.filter(([, , remote = '']) => remote.endsWith(`:${port}`));
  return ofStorage.filter(([, , , , queues = '']) => !queues.endsWith(':00000000')).length;
}
