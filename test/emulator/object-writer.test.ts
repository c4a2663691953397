import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Storage } from '@google-cloud/storage';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningStorage, startStorage } from '../../emulators/storage/server.ts';
import { putObject } from '../../functions/src/common/adapters/object-writer.ts';

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
  const storage = await startStorage({ port: 0 });
  closers.push(() => storage.close());
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${storage.port}`;
  return storage;
}

/** A service that answers as the test says, and the bodies that it was sent. */
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
  expect(await putObject(name, bytes, 'image/jpeg')).toBe(true);
  const file = new Storage({ projectId: 'demo-t' }).bucket('b').file(name);
  expect((await file.download())[0].equals(bytes)).toBe(true);
  expect((await file.getMetadata())[0].contentType).toBe('image/jpeg');
});

test('an object that stands is never overwritten', async () => {
  await openStorage();
  expect(await putObject('x', Buffer.from('first'), 'image/png')).toBe(true);
  expect(await putObject('x', Buffer.from('second'), 'image/png')).toBe(false);
  const [stored] = await new Storage({ projectId: 'demo-t' }).bucket('b').file('x').download();
  expect(stored.toString()).toBe('first');
});

test('an answer that was lost after the work was done: the next try finds the object', async () => {
  const storage = await openStorage();
  await fetch(`http://127.0.0.1:${storage.port}/__faults`, {
    method: 'PUT',
    body: JSON.stringify([{ path: '/upload/', reset: 'after', times: 1 }]),
  });
  expect(await putObject('x', bytes, 'image/png')).toBe(false);
  const [stored] = await new Storage({ projectId: 'demo-t' }).bucket('b').file('x').download();
  expect(stored.equals(bytes)).toBe(true);
});

test('a transient refusal is tried again with the same bytes, another one is not', async () => {
  const seen = await openService((response, count) =>
    response.writeHead(count < 3 ? 503 : 200).end('{"generation":"1"}'),
  );
  expect(await putObject('x', bytes, 'image/png')).toBe(true);
  expect(seen.map(({ body }) => body.equals(bytes))).toEqual([true, true, true]);
  expect(new Set(seen.map(({ url }) => url)).size).toBe(1);
  const strict = await openService((response) => response.writeHead(403).end());
  await expect(putObject('x', bytes, 'image/png')).rejects.toMatchObject({ code: 403 });
  expect(strict).toHaveLength(1);
});

test('a connection that breaks is made anew; a service that stays away fails as unreachable', async () => {
  const seen = await openService((response, count, request) => {
    if (count === 1) request.socket.destroy();
    else response.end('{"generation":"1"}');
  });
  expect(await putObject('x', bytes, 'image/png')).toBe(true);
  expect(seen).toHaveLength(2);
  process.env.STORAGE_EMULATOR_HOST = 'http://127.0.0.1:9';
  await expect(putObject('x', bytes, 'image/png')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
