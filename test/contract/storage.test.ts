/** @covers Embedded Storage */
import { randomBytes } from 'node:crypto';
import { CRC32C, Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { crc32c, crc32cText } from '../../emulators/storage/crc32c.ts';
import { type Bench, codeOf, openBench, ramp } from './storage-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.storage.close());

const file = (name: string) => bench.bucket.file(name);
const put = (name: string, bytes: Buffer | string, options = {}) =>
  file(name).save(bytes, { resumable: false, ...options });
const bytesOf = async (name: string) => (await file(name).download())[0];
const create = { preconditionOpts: { ifGenerationMatch: 0 } };

test.each([0, 1_000, 9_000_000])('a simple upload of %i bytes comes back byte for byte', async (size) => {
  const bytes = randomBytes(size);
  await put(`size/${size}`, bytes);
  expect((await bytesOf(`size/${size}`)).equals(bytes)).toBe(true);
});

test.each([
  'a b',
  'übung/日本/🙂',
  'a--b',
  '100%',
  '%2F',
  'a#b',
  'a?b=c',
  "it's (1)!*",
  '../up',
  'x/./y',
  '+&=',
])('an object may be named %s', async (name) => {
  await put(name, name);
  expect(String(await bytesOf(name))).toBe(name);
  expect((await file(name).getMetadata())[0].name).toBe(name);
  await file(name).delete();
  expect(await file(name).exists()).toEqual([false]);
});

test.each(['.', '..', 'a\nb', 'x'.repeat(1025)])('the name %j is refused', async (name) => {
  expect(await codeOf(put(name, 'x'))).toBe(400);
});

test('checksums follow their standards', async () => {
  await put('check', '123456789');
  const [metadata] = await file('check').getMetadata();
  expect(metadata).toMatchObject({ crc32c: '4waSgw==', md5Hash: 'JfnnlDI7RTiF9RgfG2JNCw==', size: '9' });
});

test('of two parallel creations one wins and the other fails with 412', async () => {
  const codes = await Promise.all(['one', 'two'].map((text) => codeOf(put('race', text, create))));
  expect(codes.sort()).toEqual([412, 'no error']);
});

test('a precondition on the generation prevents lost updates', async () => {
  await put('guarded', 'old');
  const [{ generation }] = await file('guarded').getMetadata();
  const ifGenerationMatch = Number(generation);
  await put('guarded', 'new', { preconditionOpts: { ifGenerationMatch } });
  expect(await codeOf(put('guarded', 'lost', { preconditionOpts: { ifGenerationMatch } }))).toBe(412);
  expect(await codeOf(file('guarded').delete({ ifGenerationMatch }))).toBe(412);
  const notAbsent = { preconditionOpts: { ifGenerationNotMatch: 0 } };
  expect(await codeOf(put('absent', 'lost', notAbsent))).toBe(412);
  expect(String(await bytesOf('guarded'))).toBe('new');
});

test('each generation is greater than the one before', async () => {
  const generations: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    await put('turns', String(turn));
    generations.push(Number((await file('turns').getMetadata())[0].generation));
  }
  expect(generations).toEqual([...new Set(generations)].sort((a, b) => a - b));
});

test('settings and custom metadata can be set, changed and removed', async () => {
  const metadata = {
    contentType: 'image/png',
    cacheControl: 'no-store',
    metadata: { line: '1', shift: 'early' },
  };
  await put('meta', 'x', { metadata });
  await file('meta').setMetadata({ contentType: 'image/webp', metadata: { shift: null, lot: '7' } });
  const [read] = await file('meta').getMetadata();
  expect(read).toMatchObject({ contentType: 'image/webp', cacheControl: 'no-store', metageneration: '2' });
  expect(read.metadata).toEqual({ line: '1', lot: '7' });
});

test('a changed metageneration prevents a change of metadata', async () => {
  await put('meta-guard', 'x');
  await file('meta-guard').setMetadata({ contentType: 'image/png' });
  const stale = file('meta-guard').setMetadata({ contentType: 'image/gif' }, { ifMetagenerationMatch: 1 });
  expect(await codeOf(stale)).toBe(412);
  expect((await file('meta-guard').getMetadata())[0].contentType).toBe('image/png');
});

test.each([
  [{ start: 10, end: 19 }, 10, 20],
  [{ start: 990 }, 990, 1000],
  [{ start: 995, end: 5000 }, 995, 1000],
  [{ end: -5 }, 995, 1000],
])('range %j gives these bytes', async (range, from, to) => {
  await put('range', ramp(1000));
  expect((await file('range').download(range))[0]).toEqual(ramp(1000).subarray(from, to));
});

test('a range behind the end is 416', async () => {
  await put('range', ramp(1000));
  expect(await codeOf(file('range').download({ start: 1000, end: 1001 }))).toBe(416);
});

test('bytes that do not match their checksum are refused and not stored', async () => {
  for (const metadata of [{ md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' }, { crc32c: 'AAAAAA==' }]) {
    expect(await codeOf(put('damaged', 'bytes', { metadata }))).toBe(400);
  }
  expect(await file('damaged').exists()).toEqual([false]);
});

test('a copy has the bytes and metadata of its source, or those given to it', async () => {
  await put('source', 'same', { metadata: { contentType: 'image/jpeg', metadata: { lot: '7' } } });
  await file('source').copy(file('same'));
  await file('source').copy(file('changed'), { contentType: 'image/png', metadata: { lot: '8' } });
  await file('source').delete();
  expect(String(await bytesOf('same'))).toBe('same');
  expect((await file('same').getMetadata())[0]).toMatchObject({
    contentType: 'image/jpeg',
    metadata: { lot: '7' },
  });
  expect((await file('changed').getMetadata())[0]).toMatchObject({
    contentType: 'image/png',
    metadata: { lot: '8' },
  });
});

test('a copy that must not overwrite does not', async () => {
  await put('source', 'new');
  await put('target', 'old');
  expect(await codeOf(file('source').copy(file('target'), create))).toBe(412);
  expect(String(await bytesOf('target'))).toBe('old');
});

test('a move leaves nothing at the old name', async () => {
  await put('before', 'moved');
  await file('before').moveFileAtomic('after');
  expect(await file('before').exists()).toEqual([false]);
  expect(String(await bytesOf('after'))).toBe('moved');
});

test('a composed object consists of its parts in order', async () => {
  await put('part/1', 'one ');
  await put('part/2', 'two');
  await bench.bucket.combine(['part/1', 'part/2'], 'whole');
  expect(String(await bytesOf('whole'))).toBe('one two');
  expect((await file('whole').getMetadata())[0]).toMatchObject({ componentCount: 2, size: '7' });
});

test('a missing object is 404 for every operation', async () => {
  const gone = file('gone');
  const tries = [
    gone.delete(),
    gone.download(),
    gone.getMetadata(),
    gone.setMetadata({}),
    gone.copy('elsewhere'),
  ];
  expect(await Promise.all(tries.map(codeOf))).toEqual([404, 404, 404, 404, 404]);
});

test('a reader of an object that is being replaced gets all of the old bytes', async () => {
  const old = randomBytes(9_000_000);
  await put('busy', old);
  const reading = await fetch(`${bench.origin}/storage/v1/b/pictures/o/busy?alt=media`);
  await put('busy', 'new');
  expect(Buffer.from(await reading.arrayBuffer()).equals(old)).toBe(true);
  expect(String(await bytesOf('busy'))).toBe('new');
});

test('the client finds the server through STORAGE_EMULATOR_HOST', async () => {
  process.env.STORAGE_EMULATOR_HOST = bench.origin;
  try {
    const other = new Storage({ projectId: 'demo-sightline' }).bucket('pictures').file('by host');
    await other.save('found', { resumable: false });
    expect(String((await other.download())[0])).toBe('found');
    expect(String(await bytesOf('by host'))).toBe('found');
  } finally {
    delete process.env.STORAGE_EMULATOR_HOST;
  }
});

test("checksums match the official client's, in pieces of any size", () => {
  for (const size of [0, 1, 7, 8, 9, 1000, 65_537]) {
    const bytes = ramp(size);
    const theirs = new CRC32C();
    theirs.update(bytes);
    const cut = Math.floor(size / 3);
    const ours = crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut)));
    expect([size, crc32cText(ours)]).toEqual([size, theirs.toString()]);
  }
});
