/**
 * Contract 11: a file over ZIP_STREAM_LIMIT is not streamed, so its size is never estimated too small; and what exports cost.
 * @covers Contract 11 files over the limit of streamed answers: no estimate is too small, in any format; VOC places images once; each image is read once for its files, and none for the plan; what is too large is refused by the counts, or while it is written
 */

import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { zipStream } from '../../functions/src/dataset/zip/zip-stream.ts';
import type { ArchiveFormat } from '../../packages/formats/src/write/archive-format.ts';
import { writerOf } from '../../packages/formats/writers.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { TAGS } from '../support/export-corpus.ts';
import { MemoryVersions } from '../support/memory-versions.ts';

const JPEG = Buffer.from('ffd8ffe0', 'hex');
/** As long as one that Storage's key signs. */
const LINK = `?X-Goog-Signature=${'0'.repeat(500)}`;

/** Many small images with long names, or few with many boxes. */
async function furnish(type: DatasetType, { images, boxes }: { images: number; boxes: number }) {
  const classes = Array.from({ length: 30 }, (_, at) => ({ id: `c${at}`, name: `class_${at}` }));
  const memory = new MemoryVersions(type, [...classes, { id: 'a', name: TAGS[0]!.name }]);
  memory.links = () => (name) => `https://storage.googleapis.com/bucket/${name}${LINK}`;
  for (let at = 0; at < images; at += 1) {
    const place = { x: 0.1234567, y: 0.2345678, w: 0.3456789, h: 0.4567891, labeled: 'manual' as const };
    const tags = Array.from({ length: boxes }, () => ({ type: 'rect' as const, tag: 'a', ...place }));
    memory.add(
      `${'camera-of-line-'.repeat(3)}${at}`,
      { tag: 'a', tags, name: `${'frame-'.repeat(15)}${at}.jpg` },
      JPEG,
    );
  }
  await memory.make({ group: 'image' });
  return memory;
}

const MODES = [
  ...['csv', 'vertex-csv', 'vertex-jsonl', 'ndjson'].map((format) => [format, 'links']),
  ['ndjson', 'none'],
  ['coco', 'links'],
  ...['yolo', 'coco', 'voc', 'imagefolder', 'masks', 'sightline'].map((format) => [format, 'bytes']),
  ...['yolo', 'coco', 'voc', 'imagefolder', 'sightline'].map((format) => [format, 'none']),
] as [string, string][];

const before = process.env.ZIP_STREAM_LIMIT;
afterEach(() => {
  if (before === undefined) delete process.env.ZIP_STREAM_LIMIT;
  else process.env.ZIP_STREAM_LIMIT = before;
});

describe.each(['MULTICLASS', 'MULTILABEL', 'imageObjectDetection'] as const)('exports of %s', (type) => {
  test.each([
    { images: 100, boxes: 0 },
    { images: 5, boxes: 100 },
  ])('with $images images of $boxes boxes are not estimated too small', async (many) => {
    const memory = await furnish(type, many);
    const found: string[] = [];
    for (const [format, images] of MODES) {
      process.env.ZIP_STREAM_LIMIT = '1000000000';
      const { length } = (await memory.export(format, { images })).bytes;
      process.env.ZIP_STREAM_LIMIT = String(length - 1);
      const exported = await memory.export(format, { images });
      if ('stream' in exported) found.push(`${format} with images=${images}`);
    }
    expect(found).toEqual([]);
  });
});

test('VOC places the images as often with many classes as with one', async () => {
  const counted = async (classes: number) => {
    const memory = new MemoryVersions(
      'MULTICLASS',
      Array.from({ length: classes }, (_, at) => ({ id: `c${at}`, name: `class_${at}` })),
    );
    for (let at = 0; at < 40; at += 1) memory.add(`image-${at}`, { tag: `c${at % classes}` }, JPEG);
    await memory.make({ group: 'image' });
    const parsed = jest.spyOn(JSON, 'parse');
    await memory.export('voc');
    const { length } = parsed.mock.calls;
    parsed.mockRestore();
    return length;
  };
  expect(await counted(20)).toBe(await counted(1));
});

const placed = jest.fn();

test.each([
  // For its files and for `index.csv`; COCO's JSON has images and annotations of each set, here of one.
  ['yolo', 2],
  ['coco', 2 + 2],
] as const)('%s places an image %i times, and one of them for the plan', async (format, times) => {
  const memory = await furnish('imageObjectDetection', { images: 40, boxes: 1 });
  const writer = writerOf(format) as ArchiveFormat;
  const { placing } = writer;
  placed.mockClear();
  writer.placing = (source) => {
    const place = placing(source);
    return (image) => {
      placed(image.image);
      return place(image);
    };
  };
  await memory.export(format);
  writer.placing = placing;
  expect(placed).toHaveBeenCalledTimes(40 * times + 1);
});

test('versions that have not counted the pixels of their masks are not streamed with them', async () => {
  const memory = new MemoryVersions('MULTILABEL', [{ id: 'a', name: 'a' }]);
  memory.add('image-1', {}, JPEG, { a: Buffer.from('mask') });
  const { counts } = await memory.make();
  expect(counts.maskPixels).toBe(64 * 48);
  expect('stream' in (await memory.export('sightline'))).toBe(true);
  delete (memory.versions[0] as { counts: { maskPixels?: number } }).counts.maskPixels;
  expect('link' in (await memory.export('sightline'))).toBe(true);
});

test.each([
  [{ images: 250_000 }, '250000 files, at most 249999'],
  [{ bytes: 60e9 }, '60000000000 bytes, at most 53687091200'],
])('a version of %j is refused before anything is read', async (counted, reason) => {
  const memory = await furnish('MULTICLASS', { images: 3, boxes: 0 });
  Object.assign((memory.versions[0] as { counts: object }).counts, counted);
  await expect(memory.export('coco')).rejects.toMatchObject({
    code: 'archive too large',
    particulars: { reason },
  });
});

test('what is over the limits only when it is written fails then', async () => {
  async function* files() {
    for (const path of ['b', 'c']) yield { path, content: [JPEG] };
  }
  const limits = { entries: 3, bytes: 1e6 };
  const stream = zipStream({ path: 'a', content: [JPEG] }, files(), { limits });
  await expect(buffer(stream)).rejects.toMatchObject({ code: 'archive too large' });
});
