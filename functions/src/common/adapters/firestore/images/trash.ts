import {
  type DocumentSnapshot,
  FieldPath,
  type QueryDocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { addImage, noCounts } from '../../../counters/counter-change.ts';
import type { ImageOutcome, MovedImage, Step, TrashedImage } from '../../../images/curate-ports.ts';
import type { ImageRecord } from '../../../model.ts';
import type { PagePlace } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, changeDocument } from '../change-document.ts';
import { commitSome } from '../commit-some.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { commit, countOf, getAll, readQuery } from '../documents.ts';
import { bytes, count, referenceId } from '../fields.ts';
import { recordPages } from '../record-pages.ts';
import { noteMoved } from '../records/tombstones.ts';
import { imageRef, trashCollection, trashRef } from '../references.ts';
import { detectionRef } from './detections.ts';
import { toImageRecord } from './image-document.ts';
import { placeOf } from './image-pages.ts';
import { restoredFields, TRASH_FIELDS, toTrashed } from './trash-document.ts';

/**
 * Maximum number of images restored in one commit: with their thumbnails under 10 MiB
 * (Facts: Firestore, Realtime Database, Storage).
 */
const MOST = 100;
/** Number of images in a page of those that are due. */
const PAGE = 100;

/** `dataset/{id}/trash/{image_id}`: records that are not counted until they are restored or deleted for good. */
export const trash = {
  /** Latest rejection first. */
  async page(
    dataset: string,
    { limit, after, thumbnails }: { limit: number; after: PagePlace | null; thumbnails: boolean },
  ): Promise<{ images: { trashed: TrashedImage; thumbnail: Buffer | null }[]; next: PagePlace | null }> {
    const ordered = trashCollection(dataset).orderBy('at', 'desc').orderBy(FieldPath.documentId(), 'desc');
    const from = after ? ordered.startAfter(momentOf(after.date), after.id) : ordered;
    const fields = [...TRASH_FIELDS, ...(thumbnails ? ['imageData'] : [])];
    const { docs } = await readQuery(from.select(...fields).limit(limit));
    const last = docs.length === limit ? docs.at(-1) : undefined;
    return { images: docs.map(toPageEntry), next: last ? placeOf(last, 'at') : null };
  },

  /** Restores the first of these images, as many as fit in one commit. An image that is not in the trash is `done`. */
  restore: (dataset: string, images: readonly string[]): Promise<Step> =>
    commitSome(MOST, async (most) => {
      const some = images.slice(0, most);
      const [trashed, existing] = await Promise.all([
        getAll(some.map((image) => trashRef(dataset, image))),
        getAll(some.map(imageRef), ['dataset', 'revision']),
      ]);
      const batch = firestore().batch();
      const moved: MovedImage[] = [];
      const counts = noCounts();
      const outcomes = some.map((image, index): ImageOutcome => {
        const [from, to] = [trashed[index] as DocumentSnapshot, existing[index] as DocumentSnapshot];
        if (to.exists) return existingOutcome(dataset, to);
        if (!from.exists || toTrashed(from).purging !== null)
          return { image, outcome: 'not found', revision: 0 };
        const record = toImageRecord(image, from.data() ?? {});
        addImage(counts, record);
        moved.push({ image, monitor: record.monitor, session: record.session });
        return restoreOne(batch, from);
      });
      if (moved.length === 0) return { batch: null, result: { outcomes, moved } };
      writeCounts(batch, dataset, counts);
      noteMoved(batch, dataset, moved);
      return { batch, result: { outcomes, moved } };
    }),

  /** Those of these images that are in the dataset's trash. */
  async find(dataset: string, images: readonly string[]): Promise<TrashedImage[]> {
    const found = await getAll(
      images.map((image) => trashRef(dataset, image)),
      TRASH_FIELDS,
    );
    return found.filter(({ exists }) => exists).map(toTrashed);
  },

  /** Pages of a dataset's rejected images. */
  ofDataset: (dataset: string): AsyncIterable<readonly ImageRecord[]> =>
    recordPages(trashCollection(dataset), { fields: ['uri', 'dataset', 'masks'] }),

  /** The first of those that were rejected before a time, the earliest first. @param before Unix milliseconds */
  async earliest(dataset: string, before: number): Promise<TrashedImage[]> {
    const query = rejectedBefore(dataset, before)
      .orderBy('at')
      .select(...TRASH_FIELDS);
    return (await readQuery(query.limit(PAGE))).docs.map(toTrashed);
  },

  /** How many they are. */
  countBefore: (dataset: string, before: number): Promise<number> => countOf(rejectedBefore(dataset, before)),

  /**
   * Adds to a batch that these images cannot be restored any more. If whoever removes them then does not get that far, they are
   * due, and the next look for such removes them.
   * @param images each with the generation of its original; those that were restored meanwhile, or are marked, stay as they are
   * @returns how many are marked
   */
  async mark(
    batch: WriteBatch,
    dataset: string,
    images: readonly { image: string; until: number; generation: string }[],
  ): Promise<number> {
    const found = await getAll(
      images.map(({ image }) => trashRef(dataset, image)),
      ['until', 'purging'],
    );
    let marked = 0;
    for (const [at, { until, generation }] of images.entries()) {
      const snapshot = found[at] as DocumentSnapshot;
      const current = toTrashed(snapshot);
      if (!snapshot.exists || current.purging !== null || current.until !== until) continue;
      batch.update(snapshot.ref, { purging: generation, until: Timestamp.now() }, asRead(snapshot));
      marked += 1;
    }
    return marked;
  },

  /** Pages of images to delete for good now. */
  async *due(now: number): AsyncGenerator<readonly TrashedImage[]> {
    const query = firestore()
      .collectionGroup('trash')
      .where('until', '<=', Timestamp.fromMillis(now))
      .orderBy('until')
      .select(...TRASH_FIELDS)
      .limit(PAGE);
    for (let page = await readQuery(query); page.size > 0; ) {
      yield page.docs.map(toTrashed);
      page = await readQuery(query.startAfter(page.docs.at(-1)));
    }
  },

  /**
   * Called before its objects are removed: from now on it cannot be restored.
   * @param generation of its original, `''` if there is none
   * @returns the generation to remove; null if the image was restored or is gone
   */
  beginPurge: ({ dataset, record, until }: TrashedImage, generation: string): Promise<string | null> =>
    changeDocument(trashRef(dataset, record.id), ({ snapshot, batch, condition }): string | null => {
      const current = toTrashed(snapshot);
      if (current.purging !== null) return current.purging;
      // It was restored meanwhile, and rejected again.
      if (current.until !== until) return null;
      batch.update(snapshot.ref, { purging: generation }, condition);
      return generation;
    }),

  /** Called after its objects were removed. */
  async endPurge({ dataset, record }: TrashedImage): Promise<void> {
    const batch = firestore().batch();
    batch.delete(trashRef(dataset, record.id));
    batch.delete(detectionRef(record.id));
    await commit(batch);
  },
};

const rejectedBefore = (dataset: string, before: number) =>
  trashCollection(dataset).where('at', '<', Timestamp.fromMillis(before));

/** An earlier attempt has restored it, unless it belongs to another dataset. */
function existingOutcome(dataset: string, image: DocumentSnapshot): ImageOutcome {
  const isOwn = referenceId(image.get('dataset')) === dataset;
  const revision = isOwn ? count(image.get('revision')) : 0;
  return { image: image.id, outcome: isOwn ? 'done' : 'not found', revision };
}

function restoreOne(batch: WriteBatch, from: DocumentSnapshot): ImageOutcome {
  const fields = restoredFields(from.id, from.data() ?? {});
  batch.create(imageRef(from.id), fields);
  batch.delete(from.ref, asRead(from));
  return { image: from.id, outcome: 'done', revision: count(fields.revision) };
}

const toPageEntry = (document: QueryDocumentSnapshot) => ({
  trashed: toTrashed(document),
  thumbnail: bytes(document.get('imageData')),
});

const momentOf = (date: number | readonly [number, number]): Timestamp =>
  typeof date === 'number' ? Timestamp.fromMillis(date) : new Timestamp(...date);
