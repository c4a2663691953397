/** @covers Embedded Storage */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { type Bench, clientOf, codeOf, openBench, setFaults } from './storage-client.ts';

const MIB = 1024 * 1024;
const create = { preconditionOpts: { ifGenerationMatch: 0 } };

let bench: Bench;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-resumable-'));
  bench = await openBench({ directory });
});
afterEach(() => setFaults(bench.origin, []));
afterAll(async () => {
  await bench.storage.close();
  await rm(directory, { recursive: true });
});

const bytesOf = async (name: string) => (await bench.bucket.file(name).download())[0];
const start = async (name: string, options = {}) =>
  (await bench.bucket.file(name).createResumableUpload(options))[0];
const send = (uri: string, range: string, body?: Buffer<ArrayBuffer>, headers = {}) =>
  fetch(uri, { method: 'PUT', headers: { 'content-range': range, ...headers }, ...(body ? { body } : {}) });

test.each([
  ['in one request', {}],
  ['in chunks of 4 MiB', { chunkSize: 4 * MIB }],
])('25 MB %s come back byte for byte', async (_, options) => {
  const bytes = randomBytes(25_000_000);
  await bench.bucket.file('large').save(bytes, { resumable: true, ...options });
  expect((await bytesOf('large')).equals(bytes)).toBe(true);
});

test('an upload whose size was said takes no more and no fewer bytes', async () => {
  for (const bytes of [8, 10]) {
    const uri = await start('sized', { metadata: { contentLength: 9 } });
    const whole = await send(uri, `bytes 0-${bytes - 1}/${bytes}`, Buffer.alloc(bytes));
    expect(whole.status).toBe(400);
    expect((await fetch(uri, { method: 'PUT', body: Buffer.alloc(bytes) })).status).toBe(400);
    expect((await bench.bucket.file('sized').exists())[0]).toBe(false);
  }
  const uri = await start('sized', { metadata: { contentLength: 9 } });
  expect((await send(uri, 'bytes 0-8/9', Buffer.alloc(9))).status).toBe(200);
});

test('the state of an upload can be queried, and it continues from there', async () => {
  const bytes = randomBytes(3 * MIB);
  const uri = await start('told', { metadata: { contentType: 'image/png' } });
  expect((await send(uri, 'bytes */*')).headers.get('range')).toBeNull();
  const first = await send(uri, `bytes 0-${2 * MIB - 1}/${bytes.length}`, bytes.subarray(0, 2 * MIB));
  expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${2 * MIB - 1}`]);
  const state = await send(uri, 'bytes */*');
  expect([state.status, state.headers.get('range')]).toEqual([308, `bytes=0-${2 * MIB - 1}`]);
  const last = await send(
    uri,
    `bytes ${2 * MIB}-${bytes.length - 1}/${bytes.length}`,
    bytes.subarray(2 * MIB),
  );
  expect(await last.json()).toMatchObject({
    name: 'told',
    size: String(bytes.length),
    contentType: 'image/png',
  });
  expect((await bytesOf('told')).equals(bytes)).toBe(true);
});

test('bytes sent twice are stored once, bytes after a gap not at all', async () => {
  const bytes = randomBytes(1000);
  const uri = await start('overlap');
  await send(uri, 'bytes 0-599/1000', bytes.subarray(0, 600));
  const gap = await send(uri, 'bytes 800-999/1000', bytes.subarray(800));
  expect([gap.status, gap.headers.get('range')]).toEqual([308, 'bytes=0-599']);
  expect((await send(uri, 'bytes 400-999/1000', bytes.subarray(400))).status).toBe(200);
  expect((await bytesOf('overlap')).equals(bytes)).toBe(true);
});

test('a broken connection loses only what had not arrived', async () => {
  const bytes = randomBytes(2 * MIB);
  const uri = await start('broken');
  await sendAndBreak(uri, bytes.subarray(0, MIB), bytes.length);
  const range = (await send(uri, 'bytes */*')).headers.get('range');
  expect(range).toBe(`bytes=0-${MIB - 1}`);
  const rest = await send(uri, `bytes ${MIB}-${bytes.length - 1}/${bytes.length}`, bytes.subarray(MIB));
  expect(rest.status).toBe(200);
  expect((await bytesOf('broken')).equals(bytes)).toBe(true);
});

/** Waits until the server has written this many bytes of an upload; no other upload or object may have that size. */
async function arrived(bytes: number): Promise<void> {
  await eventually(async () => {
    const files = await readdir(directory, { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(directory, file))).size));
    expect(sizes).toContain(bytes);
  });
}

/** Sends the first bytes of a longer body, then disconnects. */
async function sendAndBreak(uri: string, bytes: Buffer, total: number): Promise<void> {
  const upload = request(uri, {
    method: 'PUT',
    headers: { 'content-length': total, 'content-range': `bytes 0-${total - 1}/${total}` },
  });
  upload.on('error', () => undefined);
  upload.write(bytes);
  await arrived(bytes.length);
  upload.destroy();
}

test('a sender that reconnects is answered even if its earlier connection hangs', async () => {
  const bytes = randomBytes(MIB);
  const uri = await start('hung');
  const headers = { 'content-length': 2 * MIB, 'content-range': `bytes 0-${2 * MIB - 1}/${2 * MIB}` };
  const hung = request(uri, { method: 'PUT', headers });
  hung.on('error', () => undefined);
  hung.write(bytes);
  await arrived(bytes.length);
  expect((await send(uri, 'bytes */*')).headers.get('range')).toBe(`bytes=0-${MIB - 1}`);
  hung.destroy();
});

test('the client continues by itself after a refused chunk', async () => {
  const bytes = randomBytes(3 * MIB);
  await setFaults(bench.origin, [{ path: 'upload_id=', method: 'PUT', status: 503, times: 1 }]);
  const bucket = clientOf(bench.origin).bucket('pictures');
  await bucket.file('again').save(bytes, { resumable: true, chunkSize: MIB, ...create });
  expect((await bytesOf('again')).equals(bytes)).toBe(true);
});

test('the last request may be repeated', async () => {
  const uri = await start('repeat');
  const first = await (await send(uri, 'bytes 0-2/3', Buffer.from('abc'))).json();
  expect(await (await send(uri, 'bytes 0-2/3', Buffer.from('abc'))).json()).toEqual(first);
  expect(await (await send(uri, 'bytes */*')).json()).toEqual(first);
});

test('an upload without bytes makes an empty object', async () => {
  expect((await send(await start('empty'), 'bytes */0')).status).toBe(200);
  expect((await bytesOf('empty')).length).toBe(0);
});

test('a condition is checked at the start and again at the end', async () => {
  const uri = await start('contested', create);
  await bench.bucket.file('contested').save('first', { resumable: false });
  expect(await codeOf(start('contested', create))).toBe(412);
  expect((await send(uri, 'bytes 0-2/3', Buffer.from('abc'))).status).toBe(412);
  expect(String(await bytesOf('contested'))).toBe('first');
});

test('a wrong checksum on the last request is refused', async () => {
  const uri = await start('wrong sum');
  const answer = await send(uri, 'bytes 0-2/3', Buffer.from('abc'), { 'x-goog-hash': 'crc32c=AAAAAA==' });
  expect([answer.status, (await send(uri, 'bytes */*')).status]).toEqual([400, 404]);
  expect(await bench.bucket.file('wrong sum').exists()).toEqual([false]);
});

test('a cancelled upload and an unknown one are 404', async () => {
  const uri = await start('cancelled');
  expect((await fetch(uri, { method: 'DELETE' })).status).toBe(499);
  expect((await send(uri, 'bytes */*')).status).toBe(404);
  expect((await send(`${bench.origin}/upload/storage/v1/b/pictures/o?upload_id=x`, 'bytes */*')).status).toBe(
    404,
  );
});
