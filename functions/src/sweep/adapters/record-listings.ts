/** Reads whole collections, page by page, for the sweep. */
import {
  type DocumentReference,
  FieldPath,
  FieldValue,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { firestore } from '../../common/adapters/firebase.ts';
import { changeDocument } from '../../common/adapters/firestore/change-document.ts';
import { isCounted, setCounts, sumParts } from '../../common/adapters/firestore/counters/counter-parts.ts';
import { shownGroups } from '../../common/adapters/firestore/counters/rewrite-timeline.ts';
import { uncounted } from '../../common/adapters/firestore/counters/tallies.ts';
import { count, map } from '../../common/adapters/firestore/fields.ts';
import { detectionRef } from '../../common/adapters/firestore/images/detections.ts';
import { FIELDS, toImageRecord } from '../../common/adapters/firestore/images/image-document.ts';
import { tagFields, toDataset } from '../../common/adapters/firestore/records/datasets.ts';
import { toMonitor } from '../../common/adapters/firestore/records/monitors.ts';
import { tombstoneCollection, toTombstone } from '../../common/adapters/firestore/records/tombstones.ts';
import { isRecord } from '../../common/adapters/firestore/records/used-ids.ts';
import {
  counterCollection,
  datasetRef,
  imageCollection,
  imageRef,
  monitorRef,
  timelineCollection,
} from '../../common/adapters/firestore/references.ts';
import { addCounts, addGroup, noCounts } from '../../common/counters/counter-change.ts';
import type { ListedSession, Listings } from '../listings.ts';
import type { GrantListings } from './grants.ts';
import { pages } from './pages.ts';

type RecordListings = Omit<Listings, 'objects' | 'live' | 'liveIds' | keyof GrantListings>;

export const recordListings: RecordListings = {
  async *imagesByUri(prefix) {
    // No string that begins with the prefix sorts after the prefix with the highest character.
    const query = imageCollection().where('uri', '>=', prefix).where('uri', '<', `${prefix}\u{10ffff}`);
    for await (const page of pages(query.orderBy('uri').select(...FIELDS))) {
      yield* page.map((each) => toImageRecord(each.id, each.data()));
    }
  },

  markLost: (image, isLost) =>
    changeDocument(imageRef(image), ({ snapshot, batch, condition }) => {
      batch.update(snapshot.ref, { lost: isLost ? true : FieldValue.delete() }, condition);
      return true;
    }),

  async *otherBuckets(own) {
    // One read for each bucket. "0" follows "/": the next URI is the first one of another bucket.
    for (let from = 'gs://'; ; ) {
      const query = imageCollection().where('uri', '>=', from).where('uri', '<', 'gs:0').orderBy('uri');
      const uri = (await query.limit(1).select('uri').get()).docs[0]?.get('uri') as string | undefined;
      if (uri === undefined) return;
      const [, bucket] = /^gs:\/\/([^/]*)\//.exec(uri) ?? [];
      if (bucket && bucket !== own) yield bucket;
      from = bucket === undefined ? `${uri}\0` : `gs://${bucket}0`;
    }
  },

  async *detections() {
    for await (const page of byId('detection', [])) yield page.map(({ id }) => id);
  },

  removeDetection: (image) => detectionRef(image).delete(),
  withoutImage: (ids) => missing(ids, imageRef, 'uri'),
  withoutMonitor: (ids) => missing(ids, monitorRef, 'deleted'),

  async *tombstones(before) {
    for await (const page of pages(tombstoneCollection().orderBy(FieldPath.documentId()))) {
      yield* page.filter(({ createTime }) => createTime.toMillis() < before).map(toTombstone);
    }
  },

  async *sessions() {
    for await (const page of byId('session', ['stop', 'data'])) yield* page.map(toListedSession);
  },

  async *datasets() {
    for await (const page of byId('dataset'))
      yield* page.filter(isRecord).map((each) => toDataset(each.id, each.data()));
  },

  async counted(dataset) {
    return firestore().runTransaction(
      async (transaction) => {
        const [parts, timeline] = await Promise.all([
          transaction.get(counterCollection(dataset)),
          transaction.get(timelineCollection(dataset)),
        ]);
        if (!isCounted(parts)) return null;
        const open = await uncounted(parts, 0, (query) => transaction.get(query));
        const counts = addCounts(sumParts(parts), open);
        for (const [group, images] of shownGroups(timeline.docs)) addGroup(counts, group, images);
        return counts;
      },
      { readOnly: true },
    );
  },

  async shown(dataset) {
    const [shown, tags] = await Promise.all([
      datasetRef(dataset).get(),
      datasetRef(dataset).collection('tag').get(),
    ]);
    if (!isRecord(shown)) return null;
    const counts = noCounts();
    counts.images = count(shown.get('imageCounter'));
    counts.unlabelled = count(shown.get('unlabelledCounter'));
    counts.sets = setCounts(shown.get('sets'));
    for (const [id, fields] of tagFields(shown, tags)) {
      const images = count(fields.imageCounter);
      counts.tag[id] = { images, annotations: count(fields.annotationCounter), sets: setCounts(fields.sets) };
    }
    return counts;
  },

  async *monitors() {
    for await (const page of byId('monitor')) yield* page.filter(isRecord).map(toMonitor);
  },
};

const toListedSession = (document: QueryDocumentSnapshot): ListedSession => ({
  id: document.id,
  isEnded: Boolean(document.get('stop')),
  total: count(map(document.get('data')).totalCounter),
});

/** @param fields the fields to read; all if not given */
function byId(collection: string, fields?: readonly string[]): AsyncGenerator<QueryDocumentSnapshot[]> {
  const query = firestore().collection(collection).orderBy(FieldPath.documentId());
  return pages(fields ? query.select(...fields) : query);
}

/** @param field a small one: a mask without fields would read the whole document */
async function missing(
  ids: readonly string[],
  reference: (id: string) => DocumentReference,
  field: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await firestore().getAll(...ids.map(reference), { fieldMask: [field] });
  return found.filter((each) => !isRecord(each)).map(({ id }) => id);
}
