/** Reads many image records at a time: pages of queries, and records by their ids or URIs. */

import { setImmediate as turn } from 'node:timers/promises';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { inOrder } from '../../../../../../packages/concurrency/src/in-order.ts';
import type { SetType } from '../../../../../../packages/records/src/lists.ts';
import { chunks } from '../../../chunks.ts';
import { inParallel } from '../../../concurrency/in-parallel.ts';
import { addCounts, COUNTABLE, type Counts, changeOf, noCounts } from '../../../counters/counter-change.ts';
import type { ImageRecord } from '../../../model.ts';
import type { ImageLists } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { requireKnown } from '../change-document.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { getAll, readQuery } from '../documents.ts';
import { ANNOTATIONS, FIRST, fitting, recordPages, recordsOfDataset, toRecords } from '../record-pages.ts';
import { imageCollection, imageRef, spellings, tagRef } from '../references.ts';
import { FIELDS, toImageRecord } from './image-document.ts';

/** Records per answer of Firestore. Larger answers are no faster and leave more garbage at once (measured). */
const TOGETHER = 300;
/** The most values that `in` takes. */
const MOST_VALUES = 30;
/** Records whose sets are written in one transaction: well below the limit of 500 transforms. */
const SETS_TOGETHER = 200;
/** Concurrent calls. With 4, an archive of 10,000 images begins later (measured); more than 8 gains nothing. */
const PARALLEL = 8;
const LEAD = { items: PARALLEL, weight: PARALLEL, weigh: () => 1 };
/** Concurrent transactions that write sets: each has all annotations of its records, which are counted, in memory. */
const PARALLEL_SETS = 3;
/** Concurrent queries with `in`: each costs as much as one query for each of its values. */
const PARALLEL_IN = 2;
/** Sets that a person chose (Spec 2.3). */
const CHOSEN = new Set<unknown>(['TRAIN', 'TEST', 'VALIDATION', 'REVIEW'] satisfies SetType[]);

export const imageLists: ImageLists = {
  ofDataset: (dataset, fields, moment, after = '') =>
    recordsOfDataset(dataset, {
      fields,
      ...(moment instanceof Timestamp && { moment }),
      ...(after !== '' && { after: imageRef(after) }),
    }),

  ofTag(dataset, tag, after) {
    // A tag's path contains its dataset, so this query needs no index of two fields.
    const wanted = spellings(tagRef(dataset, tag));
    const query = imageCollection().where('tagsContained', 'array-contains-any', [...wanted]);
    return recordPages(query, { fields: FIELDS, ...(after !== null && { after: imageRef(after) }) });
  },

  async *byIds(ids, fields) {
    let latest: ImageRecord[] = [];
    const read = async (some: readonly string[]) => {
      // The client blocks while it builds a request or parses an answer; this lets others run in between.
      await turn();
      const snapshots = await getAll(some.map(imageRef), fields);
      const found = snapshots.flatMap((each) =>
        each.exists ? [toImageRecord(each.id, each.data() ?? {})] : [],
      );
      if (found.length > 0) latest = found;
      return found;
    };
    const hasAnnotations = fields.includes('tags');
    const begun = hasAnnotations ? Math.min(FIRST, ids.length) : 0;
    function* parts() {
      for (let at = begun, size = 0; at < ids.length; at += size) {
        size = hasAnnotations ? fitting(latest, ANNOTATIONS / PARALLEL, FIRST) : TOGETHER;
        yield ids.slice(at, at + size);
      }
    }
    if (begun > 0) yield await read(ids.slice(0, begun));
    yield* inOrder(parts(), read, LEAD);
  },

  async byUris(uris) {
    const pages = await inParallel(chunks(uris, MOST_VALUES), PARALLEL_IN, async (some) => {
      const query = imageCollection().where('uri', 'in', some);
      return toRecords(await readQuery(query.select(...FIELDS)));
    });
    return pages.flat();
  },

  async assignSets(sets) {
    await inParallel(chunks(sets, SETS_TOGETHER), PARALLEL_SETS, assignTogether);
  },
};

/**
 * Read and written in one transaction, so that a set that a person chooses at the same time is kept. Counters change with
 * the records.
 */
const assignTogether = (sets: readonly (readonly [string, SetType])[]): Promise<void> =>
  firestore().runTransaction(async (transaction) => {
    const wanted = new Map(sets);
    const changes = new Map<string, Counts>();
    const references = [...wanted.keys()].map(imageRef);
    const fieldMask = ['dataset', 'schema', ...COUNTABLE];
    for (const record of await transaction.getAll(...references, { fieldMask })) {
      const set = wanted.get(record.id);
      if (!record.exists || set === undefined || CHOSEN.has(record.get('set'))) continue;
      requireKnown(record.ref.path, record.get('schema'));
      transaction.update(record.ref, { set, updatedAt: FieldValue.serverTimestamp() });
      const image = toImageRecord(record.id, record.data() ?? {});
      const change = changes.get(image.dataset) ?? noCounts();
      changes.set(image.dataset, addCounts(change, changeOf(image, { ...image, set })));
    }
    for (const [dataset, change] of changes) if (dataset !== '') writeCounts(transaction, dataset, change);
  });
