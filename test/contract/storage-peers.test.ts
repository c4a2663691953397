/**
 * What the official client's own test suites found missing here; each behaves as in the real service.
 * @covers cases of the peers' own suites: retries of Storage's clients, the SDK's compatibility
 * @covers Embedded Storage
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { makeSigningKey } from '../../emulators/storage/signing-key.ts';
import { type Bench, clientOf, codeOf, openBench } from './storage-client.ts';

let bench: Bench;
const api = (path: string, init: RequestInit = {}) => fetch(`${bench.origin}/storage/v1${path}`, init);
const save = (name: string, text: string | Buffer = name, metadata: Record<string, string> = {}) =>
  bench.bucket.file(name).save(text, { resumable: false, metadata });
const post = (path: string, body: unknown) => api(path, { method: 'POST', body: JSON.stringify(body) });

beforeAll(async () => {
  bench = await openBench();
});
beforeEach(() => bench.bucket.deleteFiles());
afterAll(() => bench.storage.close());

describe('buckets', () => {
  test('a bucket that was not created does not exist, for reading or writing', async () => {
    const missing = clientOf(bench.origin).bucket('nobody-made-it');
    expect((await missing.exists())[0]).toBe(false);
    expect(await codeOf(missing.getMetadata())).toBe(404);
    expect(await codeOf(missing.getFiles())).toBe(404);
    expect(await codeOf(missing.file('x').save('x', { resumable: false }))).toBe(404);
    expect(await codeOf(missing.file('x').save('x', { resumable: true }))).toBe(404);
    expect((await missing.file('x').exists())[0]).toBe(false);
    expect((await missing.exists())[0]).toBe(false);
  });

  test('a bucket is created once, holds objects, and can be removed when it is empty', async () => {
    const fresh = clientOf(bench.origin).bucket('fresh-bucket');
    await fresh.create();
    expect(await codeOf(fresh.create())).toBe(409);
    await fresh.file('x').save('x', { resumable: false });
    expect(await codeOf(fresh.delete())).toBe(409);
    await fresh.file('x').delete();
    await fresh.delete();
    expect((await fresh.exists())[0]).toBe(false);
  });

  test.each([
    'ab',
    'Upper',
    '-dash',
    'dash-',
    'a b',
    'a..b',
    '10.0.0.1',
    'google-x',
    `${'a'.repeat(64)}`,
    '',
    5,
  ])('none can be named %j', async (name) => expect((await post('/b', { name })).status).toBe(400));
});

describe('names of objects', () => {
  test.each(['.', '..', 'a\rb', 'a\nb', '.well-known/acme-challenge/x', 'x'.repeat(1025), 'ü'.repeat(513)])(
    'none can be named %j',
    async (name) => {
      const url = `${bench.origin}/upload/storage/v1/b/pictures/o?uploadType=media&name=${encodeURIComponent(name)}`;
      expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(400);
    },
  );
});

describe('combine', () => {
  test('takes a generation as number or text, and asks for that one', async () => {
    await save('a');
    await save('b');
    const [{ generation }] = await bench.bucket.file('a').getMetadata();
    for (const wanted of [Number(generation), String(generation)]) {
      const body = { sourceObjects: [{ name: 'a', generation: wanted }, { name: 'b' }] };
      expect((await post('/b/pictures/o/ab/compose', body)).status).toBe(200);
    }
    const wrong = { sourceObjects: [{ name: 'a', generation: Number(generation) - 1 }] };
    expect((await post('/b/pictures/o/ab/compose', wrong)).status).toBe(404);
    expect(String((await bench.bucket.file('ab').download())[0])).toBe('ab');
  });

  test('as the client calls it', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => save(name)));
    const [all] = await bench.bucket.combine(['a', 'b', 'c'], 'all');
    expect(String((await all.download())[0])).toBe('abc');
  });

  test('keeps the preconditions of its sources', async () => {
    await save('a');
    const [{ generation }] = await bench.bucket.file('a').getMetadata();
    const compose = async (ifGenerationMatch: string) => {
      const sourceObjects = [{ name: 'a', objectPreconditions: { ifGenerationMatch } }];
      return (await post('/b/pictures/o/ab/compose', { sourceObjects })).status;
    };
    expect(await compose('1')).toBe(412);
    expect(await compose(String(generation))).toBe(200);
  });

  test.each([null, [], { sourceObjects: [] }, { sourceObjects: 'a' }, { sourceObjects: [{ name: 5 }] }])(
    'refuses %j',
    async (body) => expect((await post('/b/pictures/o/ab/compose', body)).status).toBe(400),
  );
});

describe('listing', () => {
  const NAMES = ['a.txt', 'a/b.txt', 'a/b/c.txt', 'a/b/c.png', 'ab.txt', 'x{y}.txt'];
  const listed = async (matchGlob: string) => {
    const [files] = await bench.bucket.getFiles({ matchGlob });
    return files.map(({ name }) => name);
  };
  beforeEach(() => Promise.all(NAMES.map((name) => save(name))));

  test.each([
    ['*.txt', ['a.txt', 'ab.txt', 'x{y}.txt']],
    ['**.txt', ['a.txt', 'a/b.txt', 'a/b/c.txt', 'ab.txt', 'x{y}.txt']],
    ['a/**/c.*', ['a/b/c.png', 'a/b/c.txt']],
    ['a?.txt', ['ab.txt']],
    ['a/{b,b/c}.{txt,png}', ['a/b.txt', 'a/b/c.png', 'a/b/c.txt']],
    ['[a-b].txt', ['a.txt']],
    ['[!a]*', ['x{y}.txt']],
    ['x\\{y\\}.txt', ['x{y}.txt']],
    ['nothing', []],
  ])('matchGlob %s', async (glob, names) => expect(await listed(glob)).toEqual(names));

  test.each(['[a', '{a', '{a,{b}'])('matchGlob %s is malformed', async (glob) => {
    expect((await api(`/b/pictures/o?matchGlob=${encodeURIComponent(glob)}`)).status).toBe(400);
  });

  test.each([
    ['items(name,size)', { items: [{ name: 'a.txt', size: '5' }] }],
    ['items/name,kind', { kind: 'storage#objects', items: [{ name: 'a.txt' }] }],
    ['kind', { kind: 'storage#objects' }],
    ['nothing', {}],
  ])('fields=%s', async (fields, expected) => {
    const answer = await api(`/b/pictures/o?prefix=a.&fields=${encodeURIComponent(fields)}`);
    expect(await answer.json()).toEqual(expected);
  });

  test('fields of one object, and of an upload', async () => {
    expect(await (await api('/b/pictures/o/a.txt?fields=name,bucket')).json()).toEqual({
      name: 'a.txt',
      bucket: 'pictures',
    });
    const url = `${bench.origin}/upload/storage/v1/b/pictures/o?uploadType=media&name=f&fields=name`;
    expect(await (await fetch(url, { method: 'POST', body: 'x' })).json()).toEqual({ name: 'f' });
    for (const malformed of ['a(', 'a)', ',', 'a//b', '(']) {
      const answer = await api(`/b/pictures/o/a.txt?fields=${encodeURIComponent(malformed)}`);
      expect([malformed, answer.status]).toEqual([malformed, 400]);
    }
  });
});

describe('gzip', () => {
  const TEXT = 'again and again '.repeat(1000);
  const packed = gzipSync(TEXT);
  const media = async (headers: Record<string, string>, name = 'packed') => {
    const { get } = await import('node:http');
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const url = `${bench.origin}/download/storage/v1/b/pictures/o/${name}?alt=media`;
      get(url, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
  };
  beforeEach(() => save('packed', packed, { contentEncoding: 'gzip', contentType: 'text/plain' }));

  test('is sent compressed to clients that accept gzip', async () => {
    const { headers, body } = await media({ 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], body.equals(packed)]).toEqual(['gzip', true]);
  });

  test('is sent decompressed, and completely, to clients that do not', async () => {
    for (const headers of [{}, { 'accept-encoding': 'identity', range: 'bytes=0-3' }]) {
      const answer = await media(headers as Record<string, string>);
      expect(String(answer.body)).toBe(TEXT);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['x-goog-stored-content-encoding']).toBe('gzip');
    }
  });

  test('stays compressed with no-transform', async () => {
    await save('still', packed, { contentEncoding: 'gzip', cacheControl: 'no-transform' });
    expect((await media({}, 'still')).body.equals(packed)).toBe(true);
  });

  test('the client reads it', async () => {
    expect(String((await bench.bucket.file('packed').download())[0])).toBe(TEXT);
  });
});

test('an unknown API path is an error in JSON, not a link', async () => {
  for (const path of ['/b/pictures/acl', '/b/pictures/notificationConfigs', '/projects/p/hmacKeys']) {
    const answer = await api(path);
    expect([answer.status, await answer.json()]).toMatchObject([
      501,
      { error: { errors: [{ reason: 'notImplemented' }] } },
    ]);
  }
  expect(await codeOf(bench.bucket.acl.get())).toBe(501);
});

test('an upload without a type is recognized by its form', async () => {
  const url = `${bench.origin}/upload/storage/v1/b/pictures/o?name=plain`;
  const plain = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'plain',
  });
  expect([plain.status, ((await plain.json()) as { size: string }).size]).toEqual([200, '5']);
  const body = '--x\r\n\r\n{"name":"two"}\r\n--x\r\nContent-Type: text/plain\r\n\r\ntwo parts\r\n--x--';
  const headers = { 'content-type': 'multipart/related; boundary=x' };
  const related = await fetch(`${bench.origin}/upload/storage/v1/b/pictures/o`, {
    method: 'POST',
    headers,
    body,
  });
  expect([related.status, ((await related.json()) as { name: string }).name]).toEqual([200, 'two']);
});

test('a link is not valid before its date', async () => {
  let now = Date.now();
  // Every constructor of the client warns about `credentials`.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const keys = makeSigningKey();
  const signed = await openBench({ clock: () => now }, keys);
  await signed.bucket.file('x').save('x', { resumable: false });
  const hour = 3_600_000;
  const [url] = await signed.bucket.file('x').getSignedUrl({
    version: 'v4',
    action: 'read',
    accessibleAt: now + hour,
    expires: now + 2 * hour,
  });
  const early = await fetch(url);
  expect([early.status, await early.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
  now += hour + 1000;
  expect((await fetch(url)).status).toBe(200);
  await signed.storage.close();
});

test('settings that are invalid in headers do not break a download', async () => {
  await save('odd', 'odd', {
    contentDisposition: 'attachment; filename="a\r\nX: 1💩.jpg"',
    cacheControl: 'no-store',
  });
  const answer = await api('/b/pictures/o/odd?alt=media');
  expect([answer.status, await answer.text(), answer.headers.get('x')]).toEqual([200, 'odd', null]);
});
