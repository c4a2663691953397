/**
 * @covers Contract 4 ZIP layout, names, limits, COCO
 * @covers Contract 4 downloadZip: annotations are read when they are written, a few images at a time
 */

import { expect, test } from '@jest/globals';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { selectImages } from '../../functions/src/dataset/zip/zip-selection.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { standIn } from '../support/stand-in.ts';

const box = (tag: string) => ({ type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' });

const URI = 'gs://b/dataset/parts/a name of its own.jpg';

/** A record with two annotations whose tags its list does not name, with the fields that are read. */
function select(type: DatasetType) {
  const record = {
    ...{ id: 'a', dataset: 'parts', uri: URI, tag: null, masks: [] },
    ...{ tagsContained: ['scratch'], tags: [box('dent'), box('scratch')] },
  };
  const read: string[] = [];
  const lists = {
    async *byIds(ids: readonly string[], fields: readonly string[]) {
      read.push(...fields);
      yield (ids.includes('a') ? [record] : []) as unknown as ImageRecord[];
    },
    byUris: async (uris: readonly string[]) =>
      (uris.includes(URI) ? [record] : []) as unknown as ImageRecord[],
  };
  const bucket = { nameOf: (uri: string) => uri.slice('gs://b/'.length) };
  standIn({ imageLists, objects }, { imageLists: lists, objects: bucket });
  const asked = (images: string[]) => selectImages({ id: 'parts', type }, images);
  return { read, asked };
}

test('annotations of a detection dataset are not read before they are written', async () => {
  const { read, asked } = select('imageObjectDetection');
  await asked(['a']);
  expect(read).toContain('width');
  expect(read).not.toContain('tags');
});

test.each([
  ['by id', 'a'],
  ['by uri', URI],
])('for folders, the tags of annotations are kept, not the annotations: %s', async (_, image) => {
  const { asked } = select('MULTILABEL');
  expect((await asked([image])).images).toMatchObject([
    { id: 'a', tags: [], tagsContained: ['scratch', 'dent'] },
  ]);
});
