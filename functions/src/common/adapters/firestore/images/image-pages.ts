/** Pages of a dataset's images, newest first (Contract 9: GET images): one query over the shards. */
import { FieldPath, type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { dayOf } from '../../../counters/timeline-group.ts';
import { valuesOf } from '../../../images/filter-values.ts';
import { shardsOf } from '../../../images/list-fields.ts';
import type { ImageFilter, ImagePages, OneOrMore, PagePlace } from '../../../ports.ts';
import { countOf, readQuery } from '../documents.ts';
import { bytes } from '../fields.ts';
import { imageCollection, monitorRef, tagRef } from '../references.ts';
import { FIELDS, toImageRecord } from './image-document.ts';

export const imagePages: ImagePages = {
  async page(dataset, filter, { limit, after, thumbnails, fields = FIELDS, moment }) {
    // An image with a tag is labelled.
    if (filter.tag !== undefined && filter.labelled === false) return { images: [], next: null };
    const read = new Set<string>([...fields, 'dataset', 'date', ...(thumbnails ? ['imageData'] : [])]);
    const ordered = queryOf(dataset, filter).select(...read);
    const query = after ? ordered.startAfter(stored(after.date), after.id) : ordered;
    // The one document more says whether another page follows.
    const { docs } = await readQuery(
      query.limit(limit + 1),
      moment === undefined ? undefined : Timestamp.fromMillis(moment),
    );
    const documents = docs.slice(0, limit);
    const last = documents.at(-1);
    return {
      images: documents.map(toListed).filter(({ record }) => record.dataset === dataset),
      next: docs.length > limit && last ? placeOf(last, 'date') : null,
    };
  },

  async count(dataset, filter, after) {
    const ordered = queryOf(dataset, filter);
    return countOf(after ? ordered.startAfter(stored(after.date), after.id) : ordered);
  },
};

/**
 * Each combination has an index, or indexes that Firestore merges (rules/firestore.indexes.json). Firestore reads a range for each
 * shard and combination of values (at most `MOST_COMBINATIONS`), and merges them; only documents that it returns are billed.
 */
export function queryOf(dataset: string, filter: ImageFilter): Query {
  const { tag, set, session, monitor, labelled, checked } = filter;
  const tagsOf = (tags: OneOrMore<string>) => valuesOf(tags).map((each) => tagRef(dataset, each));
  let query: Query = imageCollection().where('shard', 'in', shardsOf(dataset));
  if (set !== undefined) query = query.where('set', 'in', valuesOf(set));
  if (session !== undefined) query = query.where('session', '==', dayOf(session) ? '' : session);
  if (monitor !== undefined) query = query.where('monitor', 'in', valuesOf(monitor).map(monitorRef));
  if (checked !== undefined) query = query.where('checked', '==', checked);
  if (tag !== undefined) query = query.where('tagsContained', 'array-contains-any', tagsOf(tag));
  else if (labelled !== undefined) query = query.where('labelled', '==', labelled);
  return inRange(query, filter).orderBy('date', 'desc').orderBy(FieldPath.documentId(), 'desc');
}

function inRange(query: Query, { session = '', from, to }: ImageFilter): Query {
  const day = dayOf(session);
  const earliest = Math.max(from ?? Number.NEGATIVE_INFINITY, day?.from ?? Number.NEGATIVE_INFINITY);
  const latest = Math.min(to ?? Number.POSITIVE_INFINITY, day?.to ?? Number.POSITIVE_INFINITY);
  const since = earliest === Number.NEGATIVE_INFINITY ? query : query.where('date', '>=', earliest);
  return latest === Number.POSITIVE_INFINITY ? since : since.where('date', '<=', latest);
}

const toListed = (document: QueryDocumentSnapshot) => ({
  record: toImageRecord(document.id, document.data()),
  thumbnail: bytes(document.get('imageData')),
});

/** A dashboard may have written a timestamp. Timestamps sort after all numbers, so here they come first. */
export function placeOf(document: QueryDocumentSnapshot, field: 'date' | 'at'): PagePlace {
  const date: unknown = document.get(field);
  const isTimestamp = date instanceof Timestamp;
  return { date: isTimestamp ? [date.seconds, date.nanoseconds] : Number(date), id: document.id };
}

export const stored = (date: PagePlace['date']): number | Timestamp =>
  typeof date === 'number' ? date : new Timestamp(...date);
