/**
 * Contract 14: what a run says, in formats of others.
 * @covers Contract 14 GET export: numbers, names and classes of the version's exports; boxes in pixels and shares; images that are gone
 */
import { expect, test } from '@jest/globals';
import { saidImages, withoutGone } from '../../functions/src/dataset/runs/export/said-images.ts';
import { writeResults } from '../../packages/formats/coco/predictions.ts';
import { classesOf } from '../../packages/formats/src/write/export-source.ts';
import { yoloFiles } from '../../packages/formats/yolo/predictions.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import type { RunImage } from '../../packages/records/src/run-lines.ts';
import { imageRecord } from '../support/image-record.ts';

const tags = ['odd', 'scratch', 'dent'].map((id) => ({ id, name: `a ${id}`, unclassified: false }));
const classes = classesOf({ tags, tagmap: { odd: null } });

const manifest = (image: string, fields: Partial<ManifestImage> = {}): ManifestImage => ({
  ...{ image, uri: `gs://b/${image}.jpg`, generation: '1', sha256: '', size: 1, width: 200, height: 100 },
  ...{ name: 'part.jpg', set: 'TEST', tag: null, tags: [], masks: [], session: '', monitor: null, date: 0 },
  ...fields,
});

async function* page<T>(...items: T[]): AsyncGenerator<T[]> {
  yield items;
}

/** The model has not looked at `b`, and `e` is not in the version. */
const RUN: RunImage[] = [
  { image: 'a', predictions: [{ tag: 'dent', score: 0.75, box: [0.1, 0.2, 0.3, 0.4] }] },
  { image: 'c', predictions: [] },
  {
    image: 'd',
    predictions: [
      // Column by column: the four pixels in the middle of 4 x 4.
      { tag: 'scratch', score: 0.5, rle: { size: [4, 4], counts: '52203' } },
      { tag: 'odd', score: 0.4, box: [0, 0, 1, 1] },
      { tag: 'dent', score: 0.3 },
    ],
  },
  { image: 'e', predictions: [{ tag: 'dent', score: 1, box: [0, 0, 1, 1] }] },
];
const images = () => [
  manifest('a'),
  manifest('b'),
  manifest('c', { set: 'TRAIN' }),
  manifest('d', { width: 4, height: 4 }),
];
const said = () => saidImages(page(...images()), page(...RUN));

test('COCO: numbers, names and classes are those of the version, boxes are in pixels', async () => {
  const text = (await Array.fromAsync(writeResults(said(), classes))).join('');
  expect(JSON.parse(text)).toEqual([
    { image_id: 1, file_name: 'part.jpg', category_id: 2, bbox: [20, 20, 60, 40], score: 0.75 },
    {
      ...{ image_id: 4, file_name: 'part_3.jpg', category_id: 1, bbox: [1, 1, 2, 2], score: 0.5 },
      segmentation: { size: [4, 4], counts: '52203' },
    },
  ]);
  expect((await Array.fromAsync(writeResults(saidImages(page(), page()), classes))).join('')).toBe('[\n]\n');
});

test('YOLO: a text for each image that was looked at, with the stem of its picture', async () => {
  const files = new Map<string, string>();
  for await (const { path, text } of yoloFiles(said(), classes)) files.set(path, text);
  expect(Object.fromEntries(files)).toEqual({
    'data.yaml': 'names:\n  0: "a scratch"\n  1: "a dent"\n',
    'labels/test/part.txt': '1 0.25 0.4 0.3 0.4 0.75\n',
    'labels/train/part.txt': '',
    'labels/test/part_3.txt': '0 0.5 0.5 0.5 0.5 0.5\n',
  });
});

test('images that were deleted, or are in another dataset now, are left out', async () => {
  const records = [imageRecord({ id: 'a', dataset: 'bolts' }), imageRecord({ id: 'c', dataset: 'nuts' })];
  const imageLists = {
    byIds: (ids: readonly string[]) => page(...records.filter(({ id }) => ids.includes(id))),
  };
  expect(await Array.fromAsync(withoutGone(page(...RUN), 'bolts', imageLists))).toEqual([[RUN[0]]]);
});
