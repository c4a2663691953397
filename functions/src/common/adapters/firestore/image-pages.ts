/** Pages of a dataset's images, newest first (Contract 9): one query for each shard, merged. */
import { FieldPath, type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { shardsOf } from '../../list-fields.ts';
import type { ImageFilter, ImagePages, PagePlace } from '../../ports.ts';
import { dayOf } from '../../timeline-group.ts';
import { withTimeout } from '../../timeout.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { FIELDS, toImageRecord } from './image-document.ts';
import { imageCollection, monitorRef, tagRef } from './references.ts';

export const imagePages: ImagePages = {
  async page(dataset, filter, { limit, after, thumbnails }) {
    // An image with a tag is labelled.
    if (filter.tag !== undefined && filter.labelled === false) return { images: [], next: null };
    const fields = thumbnails ? [...FIELDS, 'imageData'] : FIELDS;
    const shards = shardsOf(dataset).map((shard) => {
      const ordered = queryOf(dataset, shard, filter).select(...fields);
      return newRun(after ? ordered.startAfter(stored(after.date), after.id) : ordered);
    });
    const found = await readRuns(shards, limit);
    const documents = found.slice(0, limit);
    const hasMore = found.length > limit || shards.some(({ isDone }) => !isDone);
    const last = documents.at(-1);
    return {
      images: documents.map(toListed).filter(({ record }) => record.dataset === dataset),
      next: hasMore && last ? placeOf(last) : null,
    };
  },
};

/** The documents of a shard that were read so far. */
interface Run {
  query: Query;
  documents: QueryDocumentSnapshot[];
  isDone: boolean;
}

const newRun = (query: Query): Run => ({ query, documents: [], isDone: false });

/** Each shard has about half of a page, so half of it is read from each at first. */
const SHARE = 0.62;

/** The newest documents of all shards, at least `limit` if there are that many. Reads at most twice as many. */
async function readRuns(runs: readonly Run[], limit: number): Promise<QueryDocumentSnapshot[]> {
  let wanted = Math.ceil(limit * SHARE);
  for (let behind = runs; ; ) {
    await Promise.all(behind.map((run) => readOn(run, wanted)));
    const found = runs.flatMap(({ documents }) => documents).sort(byNewest);
    // Documents older than a shard's last one may follow documents of that shard that were not read yet.
    const open = runs.filter(({ isDone }) => !isDone);
    const bound = open.map(({ documents }) => documents.at(-1) as QueryDocumentSnapshot).sort(byNewest)[0];
    const certain = bound ? found.findIndex(({ id }) => id === bound.id) + 1 : found.length;
    if (!bound || certain >= limit) return found.slice(0, certain);
    behind = open.filter(({ documents }) => documents.at(-1) === bound);
    wanted = limit - certain;
  }
}

async function readOn(run: Run, count: number): Promise<void> {
  const last = run.documents.at(-1);
  const page = (last ? run.query.startAfter(last) : run.query).limit(count);
  const { docs } = await withTimeout(FIRESTORE_DEADLINE, 'firestore query', page.get());
  run.documents.push(...docs);
  run.isDone = docs.length < count;
}

/** Each combination has an index, or indexes that Firestore merges (rules/firestore.indexes.json). */
function queryOf(dataset: string, shard: string, filter: ImageFilter): Query {
  const { tag, set, session, monitor, labelled } = filter;
  let query: Query = imageCollection().where('shard', '==', shard);
  if (set !== undefined) query = query.where('set', '==', set);
  if (session !== undefined) query = query.where('session', '==', dayOf(session) ? '' : session);
  if (monitor !== undefined) query = query.where('monitor', '==', monitorRef(monitor));
  if (tag !== undefined) query = query.where('tagsContained', 'array-contains', tagRef(dataset, tag));
  else if (labelled !== undefined) query = query.where('labelled', '==', labelled);
  return within(query, filter).orderBy('date', 'desc').orderBy(FieldPath.documentId(), 'desc');
}

function within(query: Query, { session = '', from, to }: ImageFilter): Query {
  const day = dayOf(session);
  const earliest = Math.max(from ?? Number.NEGATIVE_INFINITY, day?.from ?? Number.NEGATIVE_INFINITY);
  const latest = Math.min(to ?? Number.POSITIVE_INFINITY, day?.to ?? Number.POSITIVE_INFINITY);
  const since = earliest === Number.NEGATIVE_INFINITY ? query : query.where('date', '>=', earliest);
  return latest === Number.POSITIVE_INFINITY ? since : since.where('date', '<=', latest);
}

function toListed(document: QueryDocumentSnapshot) {
  const thumbnail: unknown = document.get('imageData');
  return {
    record: toImageRecord(document.id, document.data()),
    thumbnail: Buffer.isBuffer(thumbnail) ? thumbnail : null,
  };
}

/** A dashboard may have written a timestamp. Timestamps sort after all numbers, so here they come first. */
const placeOf = (document: QueryDocumentSnapshot): PagePlace => {
  const date: unknown = document.get('date');
  if (date instanceof Timestamp) return { date: [date.seconds, date.nanoseconds], id: document.id };
  return { date: Number(date), id: document.id };
};

const stored = (date: PagePlace['date']): number | Timestamp =>
  typeof date === 'number' ? date : new Timestamp(...date);

function byNewest(one: QueryDocumentSnapshot, other: QueryDocumentSnapshot): number {
  const [a, b] = [placeOf(one), placeOf(other)];
  return compareDates(b.date, a.date) || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}

function compareDates(a: PagePlace['date'], b: PagePlace['date']): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  return typeof b === 'number' ? 1 : a[0] - b[0] || a[1] - b[1];
}
