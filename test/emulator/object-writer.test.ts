import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Storage } from '@google-cloud/storage';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningStorage, startStorage } from '../../emulators/storage/server.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';

const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  process.env.STORAGE_BUCKET = 'b';
});
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  delete process.env.STORAGE_BUCKET;
  for (const close of closers.splice(0)) await close();
});

async function openStorage(): Promise<RunningStorage> {
  const storage = await startStorage({ port: 0, buckets: ['b'] });
  closers.push(() => storage.close());
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${storage.port}`;
  return storage;
}

/** A server that answers as the test requires, and the bodies that it received. */
async function openService(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
) {
  const seen: { url: string; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    answer(response, seen.push({ url: request.url ?? '', body }), request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return seen;
}

const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at % 251));

test('the official client finds the object byte for byte, with its media type, whatever its name', async () => {
  await openStorage();
  const name = 'dataset/ä b%2F#?&name=x/c.jpg';
  await objects.put(name, bytes, 'image/jpeg');
  const file = new Storage({ projectId: 'demo-t' }).bucket('b').file(name);
  expect((await file.download())[0].equals(bytes)).toBe(true);
  expect((await file.getMetadata())[0].contentType).toBe('image/jpeg');
});

test('an existing object is never overwritten', async () => {
  await openStorage();
  await objects.put('x', Buffer.from('first'), 'image/png');
  await objects.put('x', Buffer.from('second'), 'image/png');
  const [stored] = await new Storage({ projectId: 'demo-t' }).bucket('b').file('x').download();
  expect(stored.toString()).toBe('first');
});

test('an answer that was lost after the work was done: the retry finds the object', async () => {
  const storage = await openStorage();
  await fetch(`http://127.0.0.1:${storage.port}/__faults`, {
    method: 'PUT',
    body: JSON.stringify([{ path: '/upload/', reset: 'after', times: 1 }]),
  });
  await objects.put('x', bytes, 'image/png');
  const [stored] = await new Storage({ projectId: 'demo-t' }).bucket('b').file('x').download();
  expect(stored.equals(bytes)).toBe(true);
});

test('a temporary error is retried with the same bytes, another one is not', async () => {
  const seen = await openService((response, count) =>
    response.writeHead(count < 3 ? 503 : 200).end('{"generation":"1"}'),
  );
  await objects.put('x', bytes, 'image/png');
  expect(seen.map(({ body }) => body.equals(bytes))).toEqual([true, true, true]);
  expect(new Set(seen.map(({ url }) => url)).size).toBe(1);
  const strict = await openService((response) => response.writeHead(403).end());
  await expect(objects.put('x', bytes, 'image/png')).rejects.toMatchObject({ code: 403 });
  expect(strict).toHaveLength(1);
});

test('after a broken connection the upload is retried; a permanent outage fails as unreachable', async () => {
  const seen = await openService((response, count, request) => {
    if (count === 1) request.socket.destroy();
    else response.end('{"generation":"1"}');
  });
  await objects.put('x', bytes, 'image/png');
  expect(seen).toHaveLength(2);
  process.env.STORAGE_EMULATOR_HOST = 'http://127.0.0.1:9';
  await expect(objects.put('x', bytes, 'image/png')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
