/**
 * @covers Retries, and codes of other services
 * @covers Contract 20 temporary objects: a bucket of their own
 * @covers Contract 2 originals: put once, never over another, tried again when an answer is lost
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Storage } from '@google-cloud/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningStorage, startStorage } from '../../emulators/storage/server.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { uploads } from '../../functions/src/common/adapters/uploads.ts';

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

describe('write', () => {
  let storage: RunningStorage;
  let count = 0;
  let name = '';
  // One for all: the official client, which sends long files, keeps its first address.
  beforeAll(async () => {
    storage = await startStorage({ port: 0, buckets: ['b', 'passing'] });
  });
  beforeEach(() => {
    name = `file-${count++}`;
    process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${storage.port}`;
  });
  afterAll(() => storage.close());

  const CSV = { contentType: 'text/csv; charset=utf-8' };
  const long = Buffer.alloc(3_000_000, 'line of a file\n');
  const piecesOf = (whole: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, at) =>
        whole.subarray(at * 65_536, (at + 1) * 65_536),
      ),
      { objectMode: false },
    );
  const stored = () => new Storage({ projectId: 'demo-t' }).bucket('b').file(name);
  const setFaults = (...faults: object[]) =>
    fetch(`http://127.0.0.1:${storage.port}/__faults`, { method: 'PUT', body: JSON.stringify(faults) });

  test('temporary objects are in a bucket of their own, if the deployment has one, all others never', async () => {
    process.env.TEMPORARY_BUCKET = 'passing';
    const temporary = [
      'archive/bolts/short.zip',
      'archive/bolts/long.zip',
      'import/bolts/a.zip',
      'run/bolts/1.upload',
    ];
    const lasting = ['dataset/bolts/archive/a.csv', 'archives/a', 'dataset/bolts/run/1.index'];
    try {
      for (const each of [...temporary, ...lasting])
        await objects.write(each, piecesOf(each.includes('long') ? long : bytes), CSV);
      const begun = await uploads.begin('import/bolts/b.zip', {
        contentType: 'application/zip',
        size: 5,
        origin: null,
      });
      await fetch(begun, { method: 'PUT', body: 'bytes' });
      const namesIn = async (bucket: string) =>
        (await new Storage({ projectId: 'demo-t' }).bucket(bucket).getFiles())[0]
          .map((file) => file.name)
          .sort();
      expect(await namesIn('passing')).toEqual([...temporary, 'import/bolts/b.zip'].sort());
      expect((await namesIn('b')).filter((each) => !each.startsWith('file-'))).toEqual(lasting.sort());
      for (const each of [...temporary, ...lasting]) {
        const uri = `gs://${temporary.includes(each) ? 'passing' : 'b'}/${each}`;
        expect([objects.uri(each), objects.nameOf(uri)]).toEqual([uri, each]);
        expect((await objects.stat(each))?.size).toBe((each.includes('long') ? long : bytes).length);
        await objects.remove(each);
        expect(await objects.stat(each)).toBeNull();
      }
      // A record cannot make anybody read a temporary object as an image.
      expect(objects.nameOf('gs://passing/dataset/bolts/a.jpg')).toBeNull();
      expect(objects.nameOf('gs://b/archive/bolts/a.zip')).toBeNull();
    } finally {
      delete process.env.TEMPORARY_BUCKET;
    }
  });

  test.each([
    ['short', bytes],
    ['empty', Buffer.alloc(0)],
    ['long', long],
  ])('a %s file is found byte for byte with its media type and name for downloads', async (_, whole) => {
    expect(await objects.write(name, piecesOf(whole), { ...CSV, fileName: 'bolts.csv' })).toBe(true);
    expect((await stored().download())[0].equals(whole)).toBe(true);
    expect((await stored().getMetadata())[0]).toMatchObject({
      ...CSV,
      contentDisposition: 'attachment; filename="bolts.csv"',
    });
  });

  test('a short file takes one request', async () => {
    const seen = await openService((response) => response.end('{"generation":"1"}'));
    expect(await objects.write(name, piecesOf(bytes), CSV)).toBe(true);
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['short', bytes, Buffer.from('others')],
    ['long', long, long.subarray(1)],
  ])('a %s file is not written where other bytes have the name', async (_, whole, others) => {
    expect(await objects.write(name, piecesOf(others), CSV)).toBe(true);
    expect(await objects.write(name, piecesOf(whole), CSV)).toBe(false);
    expect((await stored().download())[0].equals(others)).toBe(true);
  });

  test('a short file whose answer was lost is known as written', async () => {
    await setFaults({ path: '/upload/', reset: 'after', times: 1 });
    expect(await objects.write(name, piecesOf(bytes), CSV)).toBe(true);
    expect((await stored().download())[0].equals(bytes)).toBe(true);
  });

  test('no long file is reported as written if a proxy answers its pieces', async () => {
    await setFaults({
      path: 'upload_id',
      status: 200,
      body: '<html>',
      headers: { 'content-type': 'text/html' },
    });
    await expect(objects.write(name, piecesOf(long), CSV)).rejects.toMatchObject({ code: 'unavailable' });
    await setFaults();
  });

  test('bytes that change on their way are refused by the service', async () => {
    const seen = await openService((response) => response.end('{"generation":"1"}'));
    await objects.write(name, piecesOf(bytes), CSV);
    const [{ url, body }] = seen as [{ url: string; body: Buffer }];
    const boundary = /^--(\S+)/.exec(body.toString('latin1'))?.[1];
    const send = (changed: Buffer) =>
      fetch(`http://127.0.0.1:${storage.port}${url}`, {
        method: 'POST',
        headers: { 'content-type': `multipart/related; boundary=${boundary}` },
        body: new Uint8Array(changed),
      });
    const changed = Buffer.from(body);
    changed[changed.length - 1_000]! ^= 1;
    expect((await send(changed)).status).toBe(400);
    expect((await send(body)).status).toBe(200);
  });

  test('a source whose own object has changed fails, and is not taken for a name that is in use', async () => {
    const changed = Object.assign(new Error('object read: status 412'), { code: 412 });
    async function* failing() {
      yield bytes;
      throw changed;
    }
    await expect(objects.write(name, Readable.from(failing()), CSV)).rejects.toBe(changed);
  });

  test.each([
    ['short', 1],
    ['long', 60],
  ])('a source that fails in a %s file, or a caller who leaves, creates no object', async (_, chunks) => {
    const caller = new AbortController();
    async function* failing(end: () => void) {
      for (let at = 0; at < chunks; at += 1) yield Buffer.alloc(65_536, 'x');
      end();
    }
    const broken = new Error('broken');
    const thrown = Readable.from(
      failing(() => {
        throw broken;
      }),
      { objectMode: false },
    );
    await expect(objects.write(name, thrown, CSV)).rejects.toBe(broken);
    const left = Readable.from(
      failing(() => caller.abort()),
      { objectMode: false },
    );
    await expect(objects.write(name, left, { ...CSV, signal: caller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await stored().exists()).toEqual([false]);
  });

  test('a caller who leaves while the source is silent is not waited for', async () => {
    const caller = new AbortController();
    const silent = new Readable({ read: () => caller.abort() });
    await expect(objects.write(name, silent, { ...CSV, signal: caller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(silent.destroyed).toBe(true);
  });
});
