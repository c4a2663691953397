/**
 * Contract 11: each attempt brings an import nearer to its end, however long the archive takes to read.
 * @covers Contract 11 imports: each attempt imports something, files are read side by side
 */
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { Archive } from '../../functions/src/dataset/import/archive/archive.ts';
import { planImport } from '../../functions/src/dataset/import/recognize.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('an attempt whose time is up when it has read the lists imports something all the same', async () => {
  const pictures = Array.from({ length: 40 }, (_, at) => ({
    path: `good/${at}.jpg`,
    bytes: Buffer.concat([jpeg, Buffer.from(`#${at}`)]),
  }));
  const coming = new MemoryImport(new MemoryVersions('MULTICLASS', []), writeZip(pictures));
  const { range } = coming.ports.uploads;
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  // Each read takes a minute.
  coming.ports.uploads.range = (...read) => {
    now += 60_000;
    return range(...read);
  };
  coming.isTimeUp = true;
  expect(await coming.attempt()).toBeNull();
  expect(coming.cursor?.progress.done).toBeGreaterThan(0);
  let ran = null;
  for (let attempts = 1; attempts < 40 && ran === null; attempts += 1) ran = await coming.attempt();
  expect(ran?.progress).toMatchObject({ total: 40, done: 40, added: 40 });
});

test.each([
  ['xml', '<annotation><filename>none.jpg</filename></annotation>'],
  ['csv', 'neither,a,picture'],
  ['jsonl', '{"neither": "image"}'],
  ['json', '{"info": [1]}'],
])('files of %s that fit no image are read side by side', async (ending, bytes) => {
  const files = Array.from({ length: 20 }, (_, at) => ({ path: `labels/${at}.${ending}`, bytes }));
  const zip = writeZip([...files, { path: 'good/a.jpg', bytes: jpeg }]);
  let reading = 0;
  let most = 0;
  const read = async (start: number, end: number) => {
    reading += 1;
    most = Math.max(most, reading);
    // Longer than what a slow machine does between two reads.
    await new Promise((resolve) => setTimeout(resolve, 50));
    reading -= 1;
    return zip.subarray(start, end);
  };
  await planImport(await Archive.open(read, zip.length), undefined);
  expect(most).toBeGreaterThan(8);
});
