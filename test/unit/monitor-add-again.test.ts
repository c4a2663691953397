/**
 * Contract 6: a frame that is sent again has its object, also if its old one is purged from the trash in the same moment.
 * @covers Contract 9 the trash is purged after 7 days, resumably, or by hand; the sweep leaves it
 */

import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { images } from '../../functions/src/common/adapters/firestore/images/images.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { publisher } from '../../functions/src/common/counters/counter-publisher.ts';
import { addImage } from '../../functions/src/monitor/add-image.ts';
import { monitorCache } from '../../functions/src/monitor/monitor-cache.ts';
import { standIn } from '../support/stand-in.ts';

const people = { owner: 'owner', members: {} };
const dataset = { id: 'bolts', type: 'MULTICLASS', name: 'Bolts', tags: [], imageCounter: 0, ...people };
const monitor = { id: 'line', dataset: 'bolts', session: '', ...people };
const caller: Caller = { kind: 'person', uid: 'owner', admin: false, permissions: [] };

test('a frame whose old object is purged while it is stored', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const stored = new Set<string>();
  let isPurged = false;
  const others = {
    monitorCache: { recall: async () => ({ monitor, isRead: false }) },
    datasets: { find: async () => dataset },
    objects: {
      // The first time, the object of the rejected image is still there.
      put: async (name: string) => isPurged && Boolean(stored.add(name)),
      uri: (name: string) => name,
    },
    images: {
      add: async (_: unknown, __: unknown, isResent: boolean) => {
        expect(isResent).toBe(true);
        isPurged = true;
        return 'added';
      },
    },
    publisher: { note: async () => {} },
  };
  standIn({ datasets, images, monitorCache, objects, publisher }, others);
  const image = { bytes, date: 1, name: 'a.jpg', dataset: null, tag: null, session: null };
  const id = await addImage({ monitor: 'line', caller, image });
  expect([...stored]).toEqual([`dataset/bolts/${id}.jpg`]);
});
