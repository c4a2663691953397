/** @covers Spec 4.1, Contract 4 downloadZip: layouts, unreadable images, 303, 413, hostile names, the client going away */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { ZipFile } from '../../functions/src/dataset/zip/zip-files.ts';
import { zipSize } from '../../functions/src/dataset/zip/zip-limits.ts';
import { zipStream } from '../../functions/src/dataset/zip/zip-stream.ts';
import { eventually } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';

const run = promisify(execFile);

async function* all(files: Iterable<ZipFile>): AsyncGenerator<ZipFile> {
  for (const file of files) {
    await sleep(0);
    yield file;
  }
}

async function open(files: Iterable<ZipFile> | AsyncGenerator<ZipFile>): Promise<Readable> {
  const rest = Symbol.asyncIterator in files ? files : all(files);
  const first = await rest.next();
  if (first.done) throw new Error('no files');
  return zipStream(first.value, rest);
}

const file = (path: string, content: Buffer | Readable = Buffer.from(path)): ZipFile => ({
  path,
  content: Buffer.isBuffer(content) ? [content] : content,
});

test('successive files become the entries, in their order, byte for byte', async () => {
  const files = Array.from({ length: 500 }, (_, at) => file(`a/${at}.jpg`, Buffer.alloc(at * 97, at)));
  const entries = await readZip(await buffer(await open(files)));
  expect([...entries.keys()]).toEqual(files.map(({ path }) => path));
  expect(
    files.filter(({ path, content }) => !entries.get(path)?.equals((content as Buffer[])[0] as Buffer)),
  ).toEqual([]);
});

test('an entry may come as a stream, and may be empty', async () => {
  const pieces = ['{"a":', '1}', ' '.repeat(200_000)];
  const stream = Readable.from(pieces, { objectMode: false });
  const entries = await readZip(
    await buffer(await open([file('e', Buffer.alloc(0)), file('s', stream), file('z')])),
  );
  expect([...entries].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ['e', ''],
    ['s', pieces.join('')],
    ['z', 'z'],
  ]);
});

test('one file makes an archive', async () => {
  expect([...(await readZip(await buffer(await open([file('only')])))).keys()]).toEqual(['only']);
});

test("the system's own unzip, and Python's, report no errors, also for names in any script", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-zip-'));
  const names = [
    'Normal/größe.jpg',
    'Anomaly/0/日本.jpg',
    'Anomaly/crack/Masks/a b_mask.png',
    '__proto__',
    'x',
  ];
  await writeFile(join(folder, 'a.zip'), await buffer(await open(names.map((name) => file(name)))));
  await run('unzip', ['-tq', join(folder, 'a.zip')]);
  await run('unzip', ['-q', join(folder, 'a.zip'), '-d', folder], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(name);
  const check =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))';
  const { stdout } = await run('python3', ['-c', check, join(folder, 'a.zip')]);
  expect(Number(stdout)).toBe(names.length);
  await rm(folder, { recursive: true });
});

test('the predicted size is exact', async () => {
  const files = [file('a.jpg', Buffer.alloc(70_000)), file('ü/ä.jpg', Buffer.alloc(3)), file('errors.txt')];
  const bytes = await buffer(await open(files));
  const sizes = files.map(({ path, content }) => ({ path, bytes: (content as Buffer[])[0]?.length ?? 0 }));
  expect(bytes.length).toBe(zipSize(sizes).bytes);
});

test('files are requested as the reader takes them, not before', async () => {
  let asked = 0;
  async function* endless() {
    for (;;) yield file(`${asked++}`, Buffer.alloc(300_000));
  }
  const stream = await open(endless());
  stream.once('data', () => stream.pause());
  await sleep(200);
  expect(asked).toBeLessThan(20);
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy();
  await closed;
});

test('a reader that disconnects ends the files', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (let at = 0; ; at++) {
        await sleep(1);
        yield file(`${at}`, Buffer.alloc(100_000));
      }
    } finally {
      ended = true;
    }
  }
  const stream = await open(endless());
  for await (const _ of stream) break;
  await eventually(() => expect(ended).toBe(true));
});

test.each([0, 1, 5])(
  'files that fail after %i more fail the stream, and no end of an archive is seen',
  async (good) => {
    async function* failing() {
      yield file('first', Buffer.alloc(2_000_000));
      for (let at = 0; at < good; at++) yield file(`${at}`, Buffer.alloc(2_000_000));
      await sleep(20);
      throw new Error('storage is away');
    }
    const seen: Buffer[] = [];
    const read = async () => {
      for await (const chunk of await open(failing())) {
        seen.push(chunk as Buffer);
        await sleep(1);
      }
    };
    await expect(read()).rejects.toThrow('storage is away');
    expect(Buffer.concat(seen).includes('PK\x05\x06')).toBe(false);
  },
);

test('a stream that fails inside its entry fails the archive', async () => {
  async function* broken() {
    yield Buffer.alloc(1000);
    await sleep(10);
    throw new Error('reset');
  }
  const stream = await open([
    file('a'),
    file('b', Readable.from(broken(), { objectMode: false })),
    file('c'),
  ]);
  await expect(buffer(stream)).rejects.toThrow('reset');
});
