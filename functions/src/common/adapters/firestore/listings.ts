/** Whole collections, page by page, for the sweep. */
import {
  type DocumentReference,
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import type { ListedSession, Listings } from '../../../sweep/listings.ts';
import { firestore } from '../firebase.ts';
import { isBase, sumParts } from './counter-parts.ts';
import { toDataset } from './datasets.ts';
import { detectionRef } from './detections.ts';
import { count, map } from './fields.ts';
import { FIELDS, toImageRecord } from './image-document.ts';
import { toMonitor } from './monitors.ts';
import { counterCollection, imageCollection, imageRef, monitorRef } from './references.ts';
import { removalCollection, toRemoval } from './removals.ts';

const PAGE = 300;

type FirestoreListings = Omit<Listings, 'objects' | 'live' | 'liveIds' | 'removeLive'>;

export const firestoreListings: FirestoreListings = {
  async *imagesByUri(prefix) {
    // No text that goes on after the prefix sorts behind the highest character.
    const query = imageCollection().where('uri', '>=', prefix).where('uri', '<', `${prefix}\u{10ffff}`);
    for await (const page of pages(query.orderBy('uri').select(...FIELDS))) {
      yield* page.map((each) => toImageRecord(each.id, each.data()));
    }
  },

  async *detections() {
    for await (const page of byId('detection', [])) yield page.map(({ id }) => id);
  },

  removeDetection: (image) => detectionRef(image).delete(),
  withoutImage: (ids) => missing(ids, imageRef, 'uri'),
  withoutMonitor: (ids) => missing(ids, monitorRef, 'name'),

  async *removals(before) {
    for await (const page of pages(removalCollection().orderBy(FieldPath.documentId()))) {
      yield* page.filter(({ createTime }) => createTime.toMillis() < before).map(toRemoval);
    }
  },

  async *sessions() {
    for await (const page of byId('session', ['stop', 'data'])) yield* page.map(toListedSession);
  },

  async *datasets() {
    for await (const page of byId('dataset')) yield* page.map((each) => toDataset(each.id, each.data()));
  },

  async counted(dataset) {
    const parts = await counterCollection(dataset).get();
    return parts.docs.some(isBase) ? sumParts(parts) : null;
  },

  async *monitors() {
    for await (const page of byId('monitor')) yield* page.map(toMonitor);
  },
};

const toListedSession = (document: QueryDocumentSnapshot): ListedSession => ({
  id: document.id,
  isEnded: Boolean(document.get('stop')),
  total: count(map(document.get('data')).totalCounter),
});

/** @param fields the only ones wanted; all unless given */
function byId(collection: string, fields?: readonly string[]): AsyncGenerator<QueryDocumentSnapshot[]> {
  const query = firestore().collection(collection).orderBy(FieldPath.documentId());
  return pages(fields ? query.select(...fields) : query);
}

async function* pages(query: Query): AsyncGenerator<QueryDocumentSnapshot[]> {
  for (let after: QueryDocumentSnapshot | undefined; ; ) {
    const page = await (after ? query.startAfter(after) : query).limit(PAGE).get();
    if (page.size > 0) yield page.docs;
    after = page.docs.at(-1);
    if (!after || page.size < PAGE) return;
  }
}

/** @param field one that is small: a mask of none reads the whole document */
async function missing(
  ids: readonly string[],
  reference: (id: string) => DocumentReference,
  field: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await firestore().getAll(...ids.map(reference), { fieldMask: [field] });
  return found.filter(({ exists }) => !exists).map(({ id }) => id);
}
