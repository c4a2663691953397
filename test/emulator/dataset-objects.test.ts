/** @covers Retries, and codes of other services */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bucket, Storage } from '@google-cloud/storage';
import { afterEach, expect, test } from '@jest/globals';
import { startStorage } from '../../emulators/storage/server.ts';
import { openObject } from '../../functions/src/common/adapters/object-reader.ts';
import { listStats } from '../../functions/src/common/adapters/object-stats.ts';
import { eventually } from '../support/factory.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  delete process.env.STORAGE_BUCKET;
  for (const close of closers.splice(0)) await close();
});

const bucketAt = (port: number): Bucket => {
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${port}`;
  process.env.STORAGE_BUCKET = 'b';
  return new Storage({ projectId: 'demo-t' }).bucket('b') as unknown as Bucket;
};

async function openBucket(objects: Record<string, Buffer> = {}): Promise<Bucket> {
  const storage = await startStorage({ port: 0, buckets: ['b'] });
  closers.push(() => storage.close());
  const bucket = bucketAt(storage.port);
  for (const [name, bytes] of Object.entries(objects))
    await bucket.file(name).save(bytes, { resumable: false });
  return bucket;
}

/** A server that answers as the test requires, and the requests that it received. */
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
  bucketAt((server.address() as AddressInfo).port);
  return { seen };
}

test('an object is read byte for byte, whatever its name', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at % 251));
  await openBucket({ 'dataset/ä b%2F#?/c.jpg': bytes });
  expect((await buffer(openObject('dataset/ä b%2F#?/c.jpg'))).equals(bytes)).toBe(true);
});

test('a missing object fails with code 404', async () => {
  await openBucket();
  await expect(buffer(openObject('gone'))).rejects.toMatchObject({ code: 404 });
});

test('a broken connection is resumed where it broke, for the same bytes only', async () => {
  const { seen } = await openService((request, response, count) => {
    const headers = { 'content-length': 10, 'x-goog-generation': '42' };
    if (count === 1) {
      response.writeHead(200, headers).write('01234');
      setTimeout(() => request.socket.destroy(), 20);
    } else response.writeHead(206, { 'content-length': 5, 'x-goog-generation': '42' }).end('56789');
  });
  expect((await buffer(openObject('x'))).toString()).toBe('0123456789');
  expect(seen[1]?.headers.range).toBe('bytes=5-');
  expect(seen[1]?.url).toContain('ifGenerationMatch=42');
});

test('an answer with the whole object to a request for its rest is rejected', async () => {
  await openService((request, response, count) => {
    response.writeHead(200, { 'content-length': 10, 'x-goog-generation': '42' });
    if (count > 1) response.end('0123456789');
    else {
      response.write('01234');
      setTimeout(() => request.socket.destroy(), 20);
    }
  });
  await expect(buffer(openObject('x'))).rejects.toThrow('status 200');
});

test('a temporary error is retried, another one is not', async () => {
  const { seen } = await openService((_, response, count) =>
    response.writeHead(count < 3 ? 503 : 200, { 'x-goog-generation': '1' }).end('ok'),
  );
  expect((await buffer(openObject('x'))).toString()).toBe('ok');
  expect(seen).toHaveLength(3);
  const strict = await openService((_, response) => response.writeHead(403).end());
  await expect(buffer(openObject('x'))).rejects.toMatchObject({ code: 403 });
  expect(strict.seen).toHaveLength(1);
});

test.each([0, 5, 50])('a stream destroyed after %i ms ends its request without other effects', async (ms) => {
  let ended = 0;
  const { seen } = await openService((_, response) => {
    response.once('close', () => (ended += 1));
    setTimeout(() => response.writeHead(200, { 'x-goog-generation': '1' }).end('late'), 150);
  });
  const stream = openObject('x').resume();
  await sleep(ms);
  stream.destroy();
  // Whatever was going to come has come; each request ends, late where the machine is slow.
  await sleep(250);
  await eventually(() => expect(ended).toBe(seen.length));
});

test('sizes of many objects need one list per thousand', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `d/${at}`);
  await openBucket(Object.fromEntries(names.map((name, at) => [name, Buffer.alloc(at)])));
  const sizes = await listStats([...names, 'd/missing', 'zz', 'd/3']);
  expect(Object.fromEntries(sizes)).toEqual(
    Object.fromEntries(
      names.map((name, at) => [name, { size: at, generation: expect.stringMatching(/^\d+$/) }]),
    ),
  );
  expect((await listStats([])).size).toBe(0);
});

test('sizes of objects with distant names are all found', async () => {
  const all = Array.from({ length: 150 }, (_, at) => `p/${String(at).padStart(4, '0')}`);
  await openBucket(
    Object.fromEntries([...all, 'p/\u{1F600}', 'p/\uFFFD'].map((name) => [name, Buffer.alloc(7)])),
  );
  const wanted = ['p/0000', 'p/0077', 'p/0077x', 'p/0149', 'p/\u{1F600}', 'p/\uFFFD', 'a'];
  expect([...(await listStats(wanted)).keys()].sort()).toEqual(
    ['p/0000', 'p/0077', 'p/0149', 'p/\u{1F600}', 'p/\uFFFD'].sort(),
  );
});
