/**
 * @covers Contract 4 ZIP layout, names, limits, COCO
 * @covers Contract 4 downloadZip: annotations are read when they are written, a few images at a time
 */
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { zipFiles } from '../../functions/src/dataset/zip/zip-files.ts';
import type { ZipPlan } from '../../functions/src/dataset/zip/zip-plan.ts';

const JPEG = Buffer.from('ffd8ffe0', 'hex');
const box = { type: 'rect', tag: 'crack', x: 0, y: 0, w: 0.5, h: 1, labeled: 'manual' };

/** A detection dataset with these images in the archive, and the records and tags that are found when it is written. */
async function contentOf(
  ids: readonly string[],
  records: readonly object[],
  merged = new Map<string, string | null>(),
): Promise<Record<string, string>> {
  const plan = {
    ...{ annotations: 'annotations.json', notes: [], bytes: 0, dataset: { id: 'parts' } },
    entries: ids.map((id) => ({
      ...{ path: `images/${id}.jpg`, kind: 'image', imageId: id, source: id, convert: false },
      ...{ bytes: JPEG.length, weight: JPEG.length, upright: false },
    })),
    images: new Map(ids.map((id) => [id, { id, width: 20, height: 10 }])),
  } as unknown as ZipPlan;
  const ports = {
    datasets: {
      tagsAt: async () => ({ tags: [{ id: 'crack', name: 'crack' }], merged }),
    },
    imageLists: {
      async *byIds() {
        yield records;
      },
    },
    objects: { read: () => Readable.from([JPEG], { objectMode: false }) },
    signal: new AbortController().signal,
  };
  const contents: Record<string, string> = {};
  for await (const { path, content } of zipFiles(plan, ports as never)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
    contents[path] = Buffer.concat(chunks).toString();
  }
  return contents;
}

test('annotations have the tags of the time at which they are written', async () => {
  const files = await contentOf(['a'], [{ id: 'a', dataset: 'parts', tags: [box] }]);
  expect(JSON.parse(files['annotations.json'] ?? '')).toMatchObject({
    annotations: [{ image_id: 1, category_id: 1, bbox: [0, 0, 10, 10] }],
    categories: [{ id: 1, name: 'crack' }],
  });
  expect(files).not.toHaveProperty(['errors.txt']);
});

test('an image that is gone by then, or belongs to another dataset, has none, and errors.txt says so', async () => {
  const moved = { id: 'b', dataset: 'others', tags: [box] };
  const files = await contentOf(['a', 'b', 'c'], [moved, { id: 'c', dataset: 'parts', tags: [box] }]);
  const { images, annotations } = JSON.parse(files['annotations.json'] ?? '');
  expect(images).toHaveLength(3);
  expect(annotations).toMatchObject([{ image_id: 3 }]);
  expect(files['errors.txt']).toBe(
    ['a', 'b'].map((id) => `images/${id}.jpg: deleted before its annotations were read\n`).join(''),
  );
});

test('a merge of tags that has not reached all images counts as done', async () => {
  const named = (tag: string) => ({
    dataset: 'parts',
    tags: [{ ...box, tag }],
    masks: [],
    tagsContained: [tag],
  });
  const merged = new Map([
    ['fissure', 'crack'],
    ['dust', null],
  ]);
  const records = [
    { id: 'a', ...named('fissure') },
    { id: 'b', ...named('dust') },
    { id: 'c', ...named('crack') },
  ];
  const files = await contentOf(['a', 'b', 'c'], records, merged);
  expect(JSON.parse(files['annotations.json'] ?? '').annotations).toMatchObject([
    { image_id: 1, category_id: 1 },
    { image_id: 3, category_id: 1 },
  ]);
});
