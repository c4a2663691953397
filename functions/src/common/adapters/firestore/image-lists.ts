/** Many image records at a time: pages of queries, and records by their ids or uris. */
import { FieldValue, type QuerySnapshot } from 'firebase-admin/firestore';
import type { ImageRecord, SetType } from '../../model.ts';
import type { ImageLists } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { FIELDS, toImageRecord } from './image-document.ts';
import { readQuery, recordPages, recordsOfDataset, spellings } from './record-pages.ts';
import { imageCollection, imageRef, tagRef } from './references.ts';

/** Records in one answer of Firestore: larger ones are no faster and leave more garbage at once (measured). */
const TOGETHER = 300;
/** The most values that `in` takes. */
const MOST_VALUES = 30;
/** Records whose sets are written in one transaction, well below its limit of 500 transforms. */
const SETS_TOGETHER = 200;
/** Calls under way at once: with 4 an archive of 10,000 images begins later (measured), with more nothing is won. */
const PARALLEL = 8;
/** Sets that somebody has chosen (Spec 2.3). */
const CHOSEN = new Set<unknown>(['TRAIN', 'TEST', 'VALIDATION', 'REVIEW'] satisfies SetType[]);

export const imageLists: ImageLists = {
  ofDataset: (dataset, fields) => recordsOfDataset(dataset, { fields }),

  ofTag(dataset, tag, after) {
    // A tag's path names its dataset, so this needs no index of two fields.
    const wanted = spellings(tagRef(dataset, tag));
    const query = imageCollection().where('tagsContained', 'array-contains-any', [...wanted]);
    return recordPages(query, { fields: FIELDS, ...(after !== null && { after: imageRef(after) }) });
  },

  async byIds(ids, fields) {
    const pages = await inParallel(chunks(ids, TOGETHER), async (some) => {
      const reading = firestore().getAll(...some.map(imageRef), { fieldMask: [...fields] });
      const snapshots = await within(FIRESTORE_DEADLINE, 'firestore read', reading);
      return snapshots.flatMap((each) => (each.exists ? [toImageRecord(each.id, each.data() ?? {})] : []));
    });
    return pages.flat();
  },

  async byUris(uris) {
    const pages = await inParallel(chunks(uris, MOST_VALUES), async (some) => {
      const query = imageCollection().where('uri', 'in', some);
      return toRecords(await readQuery(query.select(...FIELDS)));
    });
    return pages.flat();
  },

  async assignSets(sets) {
    await inParallel(chunks([...sets], SETS_TOGETHER), assignTogether);
  },
};

const toRecords = ({ docs }: QuerySnapshot): ImageRecord[] =>
  docs.map((document) => toImageRecord(document.id, document.data()));

/** Read and written together, so that nobody's own choice of a set is lost. */
const assignTogether = (sets: readonly (readonly [string, SetType])[]): Promise<void> =>
  firestore().runTransaction(async (transaction) => {
    const wanted = new Map(sets);
    const references = [...wanted.keys()].map(imageRef);
    for (const record of await transaction.getAll(...references, { fieldMask: ['set'] })) {
      if (!record.exists || CHOSEN.has(record.get('set'))) continue;
      const set = wanted.get(record.id);
      transaction.update(record.ref, { set, updatedAt: FieldValue.serverTimestamp() });
    }
  });

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

/** Results in the order of the items; the first failure is the failure of all. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
