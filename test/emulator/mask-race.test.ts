/**
 * A mask that is put while its image is deleted for good (finding A13), by the functions' own adapters on Firestore.
 * @covers Contract 9 masks that are put while their image is deleted
 */

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { publisher } from '../../functions/src/common/counters/counter-publisher.ts';
import type { Masks } from '../../functions/src/common/images/curate-ports.ts';
import { removeImage } from '../../functions/src/common/images/remove-image.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import type { Images } from '../../functions/src/common/ports.ts';
import { connectFirestore } from '../support/firestore.ts';
import { imageRecord } from '../support/image-record.ts';
import { standIn } from '../support/stand-in.ts';

let firestore: Firestore;
let close: () => Promise<void>;
let images: Images;
let masks: Masks;

beforeAll(async () => {
  ({ firestore, close } = await connectFirestore('demo-mask-race'));
  ({ images } = await import('../../functions/src/common/adapters/firestore/images/images.ts'));
  ({ masks } = await import('../../functions/src/common/adapters/firestore/images/masks.ts'));
});
afterAll(() => close());

const original = 'dataset/race/one.jpg';
const maskName = (number: number): string => `dataset/race/one_mask_${number}.png`;

/** `put` runs when the original is removed: the record was read, and is still there. */
function standInObjects(stored: Set<string>, put: () => Promise<unknown>): void {
  const removing = {
    nameOf: (uri: string) => uri.replace('gs://b/', ''),
    remove: async (name: string) => {
      stored.delete(name);
      if (name === original) await put();
    },
  };
  standIn({ objects, publisher }, { objects: removing, publisher: { note: async () => {} } });
}

test('a mask that is put after a deletion has read the record goes with the image', async () => {
  await firestore.doc('dataset/race').set({ name: 'race', tags: [] });
  const uri = `gs://b/${original}`;
  const record: ImageRecord = imageRecord({ id: 'one', dataset: 'race', uri, monitor: null, session: '' });
  expect(await images.add(record, Buffer.alloc(1), false)).toBe('added');
  const stored = new Set([original]);
  const put = async (number: number) => {
    stored.add(maskName(number));
    await masks.set({
      image: 'one',
      tag: `tag-${number}`,
      mask: undefined,
      uri: `gs://b/${maskName(number)}`,
      seen: undefined,
      isPerson: true,
    });
  };
  await put(1);
  const read = await images.find('one');
  standInObjects(stored, () => put(2));
  await removeImage(read as ImageRecord);
  expect([...stored]).toEqual([]);
  expect(await images.find('one')).toBeNull();
  const tombstone = await firestore.collection('tombstone').get();
  expect(tombstone.size).toBe(0);
});
