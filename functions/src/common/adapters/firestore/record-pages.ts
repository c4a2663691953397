/** Reads image records page by page, in the order of their ids, without thumbnails, as they were at one moment. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import {
  type DocumentReference,
  FieldPath,
  type Query,
  type QuerySnapshot,
  type Timestamp,
} from 'firebase-admin/firestore';
import type { ImageRecord } from '../../model.ts';
import { readQuery } from './documents.ts';
import { toImageRecord } from './images/image-document.ts';
import { datasetRef, imageCollection, spellings } from './references.ts';

/** Most records in an answer of Firestore: about 1 MB without thumbnails, with a few boxes each. */
const PAGE = 1000;
/** Records that are read first: how many annotations they have is not known yet. */
export const FIRST = 100;
/**
 * Annotations that are read at once. Each takes 1.5 kB while it is read, and a record may have a thousand: with 100 in each of
 * 1,000 records, two pages took 290 MB.
 */
export const ANNOTATIONS = 20_000;

export interface Paging {
  fields: readonly (keyof ImageRecord)[];
  /** Defaults to the time of the first page. */
  moment?: Timestamp;
  /** The record after which to continue. */
  after?: DocumentReference;
}

/**
 * All records of a dataset: first those that name it by a reference, then those that name it by a path string (Contract 2).
 * Two plain queries are much cheaper than one for both, and most datasets have no path strings at all.
 * @param paging `after` is of the first ones only
 */
export async function* recordsOfDataset(
  dataset: string,
  { after, ...paging }: Paging,
): AsyncGenerator<ImageRecord[]> {
  const [reference, path] = spellings(datasetRef(dataset));
  const byPath = imageCollection().where('dataset', '==', path);
  const anyByPath = readQuery(byPath.select().limit(1), paging.moment);
  anyByPath.catch(() => {});
  const byReference = imageCollection().where('dataset', '==', reference);
  const moment = yield* recordPages(byReference, { ...paging, ...(after && { after }) });
  if ((await anyByPath).size > 0) yield* recordPages(byPath, { ...paging, moment });
}

/**
 * Fetches the next page while the current one is processed.
 * @returns the moment that was read
 */
export async function* recordPages(
  query: Query,
  { fields, moment, after }: Paging,
): AsyncGenerator<ImageRecord[], Timestamp> {
  const ordered = query.orderBy(FieldPath.documentId()).select(...fields);
  const first = await readQuery((after ? ordered.startAfter(after) : ordered).limit(FIRST), moment);
  const pinned = moment ?? first.readTime;
  const follow = (page: QuerySnapshot, asked: number, limit: number) => {
    const last = page.docs.at(-1);
    if (!last || page.size < asked) return null;
    const next = readQuery(ordered.startAfter(last).limit(limit), pinned);
    // A consumer that stops early never awaits this page, so its failure must not be unhandled.
    next.catch(() => {});
    return next;
  };
  let records = toRecords(first);
  let limit = fitting(records, ANNOTATIONS, PAGE);
  let next = follow(first, FIRST, limit);
  for (;;) {
    if (records.length > 0) yield records;
    if (!next) return pinned;
    const page: QuerySnapshot = await next;
    const asked = limit;
    // By the records of the page before, so that this one is converted while the next is read.
    limit = fitting(records, ANNOTATIONS, PAGE);
    next = follow(page, asked, limit);
    if (next) await untilSent();
    records = toRecords(page);
  }
}

/**
 * Resolves once the query that was just made has been sent. The client begins with a timer of a millisecond and sends it a few
 * event-loop turns later; computing at once would delay it, and Firestore would wait meanwhile.
 */
async function untilSent(): Promise<void> {
  await turn();
  await pause(1);
  await turn();
  await turn();
}

export const toRecords = ({ docs }: QuerySnapshot): ImageRecord[] =>
  docs.map((document) => toImageRecord(document.id, document.data()));

/** Number of records, from 1 to `most`, that have this many annotations together if they are like the given ones. */
export function fitting(like: readonly ImageRecord[], annotations: number, most: number): number {
  const known = like.reduce((sum, { tags, masks }) => sum + tags.length + masks.length, 0);
  return known === 0 ? most : Math.min(most, Math.max(1, Math.floor((annotations * like.length) / known)));
}
