import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bucket, Storage } from '@google-cloud/storage';
import { afterEach, expect, test } from '@jest/globals';
import { startStorage } from '../../emulators/storage/server.ts';
import { openObject } from '../../functions/src/common/adapters/object-reader.ts';
import { listSizes } from '../../functions/src/common/adapters/object-sizes.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  for (const close of closers.splice(0)) await close();
});

const bucketAt = (port: number): Bucket => {
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${port}`;
  return new Storage({ projectId: 'demo-t' }).bucket('b') as unknown as Bucket;
};

async function openBucket(objects: Record<string, Buffer> = {}): Promise<Bucket> {
  const storage = await startStorage({ port: 0 });
  closers.push(() => storage.close());
  const bucket = bucketAt(storage.port);
  for (const [name, bytes] of Object.entries(objects))
    await bucket.file(name).save(bytes, { resumable: false });
  return bucket;
}

/** A service that answers as the test says, and the requests that it has seen. */
async function openService(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => answer(request, response, seen.push(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, bucket: bucketAt((server.address() as AddressInfo).port) };
}

test('an object comes byte for byte, whatever its name', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at % 251));
  const bucket = await openBucket({ 'dataset/ä b%2F#?/c.jpg': bytes });
  expect((await buffer(openObject(bucket, 'dataset/ä b%2F#?/c.jpg'))).equals(bytes)).toBe(true);
});

test('a missing object fails with code 404', async () => {
  await expect(buffer(openObject(await openBucket(), 'gone'))).rejects.toMatchObject({ code: 404 });
});

test('a connection that breaks is made anew from where it broke, for the same bytes only', async () => {
  const { seen, bucket } = await openService((request, response, count) => {
    const headers = { 'content-length': 10, 'x-goog-generation': '42' };
    if (count === 1) {
      response.writeHead(200, headers).write('01234');
      setTimeout(() => request.socket.destroy(), 20);
    } else response.writeHead(206, { 'content-length': 5, 'x-goog-generation': '42' }).end('56789');
  });
  expect((await buffer(openObject(bucket, 'x'))).toString()).toBe('0123456789');
  expect(seen[1]?.headers.range).toBe('bytes=5-');
  expect(seen[1]?.url).toContain('ifGenerationMatch=42');
});

test('a service that answers the whole object to a question for its rest is not believed', async () => {
  const { bucket } = await openService((request, response, count) => {
    response.writeHead(200, { 'content-length': 10, 'x-goog-generation': '42' });
    if (count > 1) response.end('0123456789');
    else {
      response.write('01234');
      setTimeout(() => request.socket.destroy(), 20);
    }
  });
  await expect(buffer(openObject(bucket, 'x'))).rejects.toThrow('status 200');
});

test('a transient refusal is tried again, another one is not', async () => {
  const { seen, bucket } = await openService((_, response, count) =>
    response.writeHead(count < 3 ? 503 : 200, { 'x-goog-generation': '1' }).end('ok'),
  );
  expect((await buffer(openObject(bucket, 'x'))).toString()).toBe('ok');
  expect(seen).toHaveLength(3);
  const strict = await openService((_, response) => response.writeHead(403).end());
  await expect(buffer(openObject(strict.bucket, 'x'))).rejects.toMatchObject({ code: 403 });
  expect(strict.seen).toHaveLength(1);
});

test.each([0, 5, 50])('a stream destroyed after %i ms ends its request and harms nobody', async (ms) => {
  let ended = 0;
  const { seen, bucket } = await openService((_, response) => {
    response.once('close', () => (ended += 1));
    setTimeout(() => response.writeHead(200, { 'x-goog-generation': '1' }).end('late'), 150);
  });
  const stream = openObject(bucket, 'x').resume();
  await sleep(ms);
  stream.destroy();
  await sleep(250);
  expect(ended).toBe(seen.length);
});

test('sizes of many objects cost a list for each thousand', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `d/${at}`);
  const bucket = await openBucket(Object.fromEntries(names.map((name, at) => [name, Buffer.alloc(at)])));
  const sizes = await listSizes(bucket, [...names, 'd/missing', 'zz', 'd/3']);
  expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries(names.map((name, at) => [name, at])));
  expect((await listSizes(bucket, [])).size).toBe(0);
});

test('sizes of objects that stand far apart are all found', async () => {
  const all = Array.from({ length: 150 }, (_, at) => `p/${String(at).padStart(4, '0')}`);
  const bucket = await openBucket(
    Object.fromEntries([...all, 'p/\u{1F600}', 'p/\uFFFD'].map((name) => [name, Buffer.alloc(7)])),
  );
  const wanted = ['p/0000', 'p/0077', 'p/0077x', 'p/0149', 'p/\u{1F600}', 'p/\uFFFD', 'a'];
  expect([...(await listSizes(bucket, wanted)).keys()].sort()).toEqual(
    ['p/0000', 'p/0077', 'p/0149', 'p/\u{1F600}', 'p/\uFFFD'].sort(),
  );
});
