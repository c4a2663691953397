/**
 * Objects and records that change while the sweep looks at them: nothing that is in use is deleted.
 * @covers The sweep removes nothing that is restored, rejected or sent again meanwhile
 * @covers Backup, restore, sweep; never into another bucket
 */

import { expect, test } from '@jest/globals';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { images } from '../../functions/src/common/adapters/firestore/images/images.ts';
import { trash } from '../../functions/src/common/adapters/firestore/images/trash.ts';
import { tombstones } from '../../functions/src/common/adapters/firestore/records/tombstones.ts';
import { versions } from '../../functions/src/common/adapters/firestore/records/versions.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { publisher } from '../../functions/src/common/counters/counter-publisher.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { listings } from '../../functions/src/sweep/adapters/listings.ts';
import { findFileLeftovers } from '../../functions/src/sweep/files.ts';
import { standIn } from '../support/stand-in.ts';

const FILE = 'dataset/bolts/a.jpg';
const MASK = 'dataset/bolts/a_mask_1.png';
const uriOf = (name: string) => `gs://b/${name}`;
const image = {
  ...{ id: 'a', dataset: 'bolts', uri: uriOf(FILE), monitor: null, session: '' },
  masks: [{ tag: 'bad', uri: uriOf(MASK) }],
} as unknown as ImageRecord;

/** One image; the test moves it between the dataset and its trash when the sweep has read something. */
function openStage(listed: { files: string[]; records: ImageRecord[]; elsewhere?: string[] }) {
  const stage = { place: 'nowhere' as 'dataset' | 'trash' | 'nowhere', files: new Set(listed.files) };
  const removed: string[] = [];
  const marked: [string, boolean][] = [];
  /** What happens after a step of the sweep. */
  const after: Record<string, () => void> = {};
  const reads: Record<string, number> = {};
  const read = <T>(what: string, found: T): T => {
    reads[what] = (reads[what] ?? 0) + 1;
    after[`${what} ${reads[what]}`]?.();
    return found;
  };
  const here = (place: string) => (stage.place === place ? [image] : []);
  async function* each<T>(all: readonly T[]) {
    yield* all;
  }
  const others = {
    listings: {
      objects: () => each([...stage.files].map((name) => ({ name, updated: 0 }))),
      imagesByUri: () => each(listed.records),
      markLost: async (id: string, isLost: boolean) => void marked.push([id, isLost]),
      otherBuckets: () => each(listed.elsewhere?.length ? ['lost'] : []),
    },
    imageLists: {
      byUris: async (uris: string[]) => {
        const elsewhere = uris.filter((uri) => listed.elsewhere?.includes(uri));
        return elsewhere.length > 0
          ? elsewhere.map((uri) => ({ ...image, uri }))
          : read('byUris', here('dataset'));
      },
      ofDataset: () => each([read('records', here('dataset'))]),
    },
    trash: { ofDataset: () => each([read('trash', here('trash'))]) },
    versions: { page: async () => [] },
    objects: {
      uri: uriOf,
      nameOf: (uri: string) => uri.slice('gs://b/'.length),
      stat: async (name: string) => (stage.files.has(name) ? {} : null),
      remove: async (name: string) => void removed.push(name),
    },
    images: { remove: async (id: string) => void removed.push(id) },
    tombstones: { done: async () => {} },
    publisher: { note: async () => {} },
  };
  standIn({ imageLists, images, listings, objects, publisher, tombstones, trash, versions }, others);
  const sweep = async (removesLost = false) => {
    const kept: string[] = [];
    const found = findFileLeftovers({ writtenBefore: 1, isForced: true, removesLost });
    for await (const leftover of found) {
      after.found?.();
      await leftover.repair().catch((error: Error) => kept.push(error.message));
    }
    return kept;
  };
  return Object.assign(stage, { after, removed, marked, sweep });
}

const strays = { files: [FILE, MASK], records: [] };

test('files of no image are removed', async () => {
  const stage = openStage(strays);
  expect(await stage.sweep()).toEqual([]);
  expect(stage.removed).toEqual([FILE, MASK]);
});

test.each([
  ['restored after its record was looked up', 'trash', 'byUris 1', 'dataset'],
  ['restored after the trash was read', 'trash', 'trash 1', 'dataset'],
  ['restored after the records were read', 'trash', 'records 1', 'dataset'],
  ['rejected after its record was looked up', 'dataset', 'byUris 1', 'trash'],
  ['rejected after the trash was read', 'dataset', 'trash 1', 'trash'],
  ['rejected after the records were read', 'dataset', 'records 1', 'trash'],
] as const)('files of an image that is %s are kept', async (_, from, step, to) => {
  const stage = openStage(strays);
  stage.place = from;
  stage.after[step] = () => {
    stage.place = to;
  };
  await stage.sweep();
  expect(stage.removed).toEqual([]);
});

test('a file whose frame was sent again since it was found is kept', async () => {
  const stage = openStage({ ...strays, files: [FILE] });
  stage.after.found = () => {
    stage.place = 'dataset';
  };
  expect(await stage.sweep()).toEqual(['it has a record now']);
  expect(stage.removed).toEqual([]);
});

test('a record whose file has come back since it was found is kept', async () => {
  const stage = openStage({ files: [], records: [image] });
  stage.after.found = () => void stage.files.add(FILE);
  expect(await stage.sweep(true)).toEqual(['it has an object now']);
  expect(stage.removed).toEqual([]);
});

test.each([
  ['is marked once', undefined, false, [['a', true]], []],
  ['stays marked', true, false, [], []],
  ['goes where the operator wants it', true, true, [], [FILE, MASK, 'a']],
] as const)('a record without its file %s', async (_, lost, removesLost, marked, removed) => {
  const stage = openStage({ files: [], records: [{ ...image, lost }] });
  await stage.sweep(removesLost);
  expect([stage.marked, stage.removed]).toEqual([marked, removed]);
});

test('the mark goes when the file is back', async () => {
  const stage = openStage({ files: [FILE], records: [{ ...image, lost: true }] });
  await stage.sweep();
  expect([stage.marked, stage.removed]).toEqual([[['a', false]], []]);
});

test('objects whose records name them in another bucket were restored into this one: nothing is removed, not even by force', async () => {
  const stage = openStage({ ...strays, elsewhere: [`gs://lost/${FILE}`] });
  await expect(stage.sweep()).rejects.toThrow(
    `image/a names gs://lost/${FILE}, and this bucket has an object of that name`,
  );
  expect(stage.removed).toEqual([]);
});

test('a record that names an object of another bucket does not keep files of no image', async () => {
  const stage = openStage({ ...strays, elsewhere: ['gs://lost/dataset/bolts/b.jpg'] });
  expect(await stage.sweep()).toEqual([]);
  expect(stage.removed).toEqual([FILE, MASK]);
});
