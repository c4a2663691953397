/**
 * Contract 11: archives of versions may have more files and bytes than a ZIP without ZIP64 holds. Independent readers open them.
 * @covers Contract 11 archives of more than 65,534 files and of more than 4 GiB, opened by yauzl, Python and unzip
 */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fromFdPromise } from 'yauzl';
import type { ZipFile } from '../../functions/src/dataset/zip/zip-files.ts';
import { type SizedEntry, zipSize } from '../../functions/src/dataset/zip/zip-limits.ts';
import { zipStream } from '../../functions/src/dataset/zip/zip-stream.ts';
import { openArchive } from '../support/import-plan.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-zip64-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* filesOf(count: number): AsyncGenerator<ZipFile> {
  for (let at = 0; at < count; at += 1) yield { path: `labels/${at}.txt`, content: [Buffer.from(`${at}`)] };
}

async function archiveOf(files: AsyncGenerator<ZipFile>) {
  const first = await files.next();
  if (first.done) throw new Error('no files');
  return zipStream(first.value, files);
}

/** Number of entries, and the content of the last one. */
const PYTHON = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
names = z.namelist()
print(len(names), z.read(names[-1]).decode())`;

const readByPython = async (file: string) => (await run('python3', ['-c', PYTHON, file])).stdout.trim();

test.each([65_534, 65_535])('%i files', async (count) => {
  const zip = await buffer(await archiveOf(filesOf(count)));
  const sizes = Array.from(
    { length: count },
    (_, at): SizedEntry => ({ path: `labels/${at}.txt`, bytes: `${at}`.length }),
  );
  expect(zip.length).toBe(zipSize(sizes).bytes);
  expect(zip.includes('PK\x06\x06')).toBe(count >= 65_535);
  // By yauzl.
  const archive = await openArchive(zip);
  expect(archive.entries).toHaveLength(count);
  expect(await archive.text(archive.entries.at(-1)!, 100)).toBe(`${count - 1}`);
  const file = join(folder, `${count}.zip`);
  await writeFile(file, zip);
  expect(await readByPython(file)).toBe(`${count} ${count - 1}`);
  await run('unzip', ['-tq', file, `labels/${count - 1}.txt`]);
});

test('files behind 4 GiB', async () => {
  const zeros = Buffer.alloc(64 * 1024 ** 2);
  const large = Array.from({ length: 30 }, () => zeros);
  async function* files(): AsyncGenerator<ZipFile> {
    for (const name of ['a', 'b', 'c']) yield { path: `${name}.bin`, content: large };
    yield { path: 'behind.txt', content: [Buffer.from('behind')] };
  }
  const file = join(folder, 'large.zip');
  const target = await open(file, 'w+');
  let size = 0;
  for await (const chunk of await archiveOf(files())) {
    // A hole in the file instead of zeros.
    if (chunk !== zeros) await target.write(chunk as Buffer, 0, (chunk as Buffer).length, size);
    size += (chunk as Buffer).length;
  }
  const bytes = large.length * zeros.length;
  const sized = ['a', 'b', 'c'].map((name) => ({ path: `${name}.bin`, bytes }));
  expect(size).toBe(zipSize([...sized, { path: 'behind.txt', bytes: 6 }]).bytes);
  expect(size).toBeGreaterThan(2 ** 32);
  expect(await readByPython(file)).toBe('4 behind');
  await run('unzip', ['-tq', file, 'behind.txt']);
  const zip = await fromFdPromise(target.fd, { autoClose: false });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    if (entry.fileName !== 'behind.txt') continue;
    expect(entry.relativeOffsetOfLocalHeader).toBeGreaterThan(2 ** 32);
    expect(String(await buffer(await zip.openReadStreamPromise(entry)))).toBe('behind');
  }
  expect(names).toEqual(['a.bin', 'b.bin', 'c.bin', 'behind.txt']);
  await target.close();
});
