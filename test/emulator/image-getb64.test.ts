/**
 * Spec 4.2 getb64; Contract 3 and 5: the stored bytes, their media type, and the memory and requests that an answer needs.
 * @covers Spec 4.2 getb64: bytes, media types, memory, 413
 * @covers Who did what, in the log; a caller who leaves is no error
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startBareWorker } from '../support/bare-worker.ts';
import {
  type Answered,
  concurrently,
  eventually,
  frame,
  picture,
  sha256,
  upload,
} from '../support/factory.ts';
import { megabytes, memoryGrowth } from '../support/process-cost.ts';
import { openStage, place, readDataUri, type Stage, send } from './image-stage.ts';

const MB = 1024 * 1024;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const read = (encoded: string, sent = {}) => send(stage, `/image/getb64/image/${encoded}`, sent);

test('a captured frame is returned byte for byte', async () => {
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
    // Name, stored type and record all disagree with the bytes.
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

test('HEAD has the same headers without the body', async () => {
  const { encoded } = await place(stage, 'dataset/bolts/head.jpg', await picture(3));
  const [get, head] = [await read(encoded), await read(encoded, { method: 'HEAD' })];
  expect([head.status, head.body]).toEqual([200, undefined]);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

/** A JPEG followed by padding, the same on each call. */
async function largePicture(size: number): Promise<Buffer> {
  const jpeg = await picture(4);
  const ballast = Buffer.alloc(size - jpeg.length, 'ballast');
  return Buffer.concat([jpeg, ballast]);
}

describe('large files', () => {
  test('20 MB take less memory than where the whole file is held, read by one and by four at once', async () => {
    const bytes = await largePicture(20 * MB);
    const { encoded, name } = await place(stage, 'dataset/bolts/large.jpg', bytes);
    const small = await place(stage, 'dataset/bolts/small.jpg', await picture(4));
    const { storage } = stage.stack.addresses;
    const object = `http://${storage}/storage/v1/b/${stage.stack.bucket}/o/${encodeURIComponent(name)}?alt=media`;
    const bare = await startBareWorker();
    const { pid } = stage.stack.functions.image!;
    const four = (work: () => Promise<unknown>) => Promise.all([work(), work(), work(), work()]);
    let answer: Answered | undefined;
    try {
      await concurrently(20, 4, () => drain(small.encoded));
      await bare.receive(bytes.subarray(0, 1000));
      const ours = await memoryGrowth(pid, async () => {
        answer = await read(encoded);
        await four(() => drain(encoded));
      });
      const whole = await memoryGrowth(bare.pid, async () => {
        await bare.encode(object);
        await four(() => bare.encode(object));
      });
      console.info(`getb64 of 20 MB, once and four at once: ${megabytes(ours)} of ${megabytes(whole)} MB`);
      expect(sha256(readDataUri(answer?.body.result).bytes)).toBe(sha256(bytes));
      expect(ours).toBeLessThan(whole / 2);
    } finally {
      await bare.close();
    }
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

describe('failures during the answer', () => {
  test('a client that disconnects stops the read', async () => {
    const { encoded } = await place(stage, 'dataset/bolts/left.jpg', await largePicture(22 * MB));
    const { port } = stage.stack.functions.image!;
    // The answer is not read, so the pipe fills up and stops.
    const sent = request({ port, path: `/getb64/image/${encoded}` }, (answer) =>
      answer.on('error', () => {}),
    );
    await once(sent.end(), 'response');
    await eventually(async () => expect(await waitingDownloads()).toBe(1));
    sent.destroy();
    await eventually(async () => expect(await waitingDownloads()).toBe(0));
  });

  test('a client that disconnects before the first byte ends the call, even if Storage hangs', async () => {
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
    // Not an error of ours: only the request's own line is logged.
    const said = stack.functions
      .image!.output()
      .split('\n')
      .filter((line) => line.includes('hanging-call'));
    expect(said.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ severity: 'INFO', message: 'request', outcome: 'caller left', status: 499 }),
    ]);
    stack.faults.storage.set([]);
    expect((await read(encoded)).status).toBe(200);
  });

  test('a broken connection to Storage breaks the answer, so that an incomplete one is recognized', async () => {
    const { stack } = stage;
    const { encoded } = await place(stage, 'dataset/bolts/broken.jpg', await picture(6));
    stack.faults.storage.set([{ path: 'alt=media', reset: 'before' }]);
    const { status, body } = await read(encoded);
    stack.faults.storage.set([]);
    expect([status, body]).toEqual([503, { error: true, status: 'Service temporarily unavailable' }]);
  });

  test('an object that is overwritten at that moment is read in its new version', async () => {
    const { stack, bucket } = stage;
    const [old, fresh] = [await picture(7), Buffer.concat([await picture(7), Buffer.from('longer')])];
    const { encoded, name } = await place(stage, 'dataset/bolts/changing.jpg', old);
    // The old version is requested late, when it no longer exists.
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

/** Connections to Storage with bytes that were not read yet. */
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
