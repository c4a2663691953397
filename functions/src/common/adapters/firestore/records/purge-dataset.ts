/**
 * Deletes everything in a deleted dataset, and its record last, so that an interrupted purge can be resumed; its id stays
 * used. The caller repeats `purgeImages` and `purgeBelow`, which delete one page each, until they return false.
 */
import type { CollectionReference, Query } from 'firebase-admin/firestore';
import type { DatasetRecords } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { commit, inTime, readQuery } from '../documents.ts';
import { map, millis } from '../fields.ts';
import { detectionRef } from '../images/detections.ts';
import { keysOf } from '../people/key-records.ts';
import { datasetRef, imageCollection, spellings } from '../references.ts';
import { isDeleted } from './datasets.ts';
import { tombstoneRef } from './tombstones.ts';
import { bury } from './used-ids.ts';

/** Images per page: with its detections and its tombstone an image has three documents, and a commit takes 500. */
const PAGE = 150;

type Purge = Pick<DatasetRecords, 'beginPurge' | 'purgeImages' | 'purgeBelow' | 'endPurge'>;

export const purge: Purge = {
  async beginPurge(id, now) {
    const began = await changeDocument(datasetRef(id), ({ snapshot, batch, condition }) => {
      const fields = snapshot.data() ?? {};
      if (!isDeleted(fields) || millis(map(fields.deleted).until) > now) return false;
      batch.update(snapshot.ref, { 'deleted.purging': true }, condition);
      return true;
    });
    return began === true;
  },

  purgeImages(id) {
    // Only image records name the dataset; their detections and tombstones are found by the image's id.
    const query = imageCollection().where('dataset', 'in', [...spellings(datasetRef(id))]);
    return deletePage(query, (image) => [detectionRef(image), tombstoneRef(image)]);
  },

  async purgeBelow(id) {
    const collections = await datasetRef(id).listCollections();
    // What is below runs and hooks goes first: without its run nobody would find it.
    for (const [above, below] of Object.entries({ run: 'prediction', hook: 'event' })) {
      const parents = collections.find(({ id }) => id === above);
      if (parents && (await deleteBelow(parents, below))) return true;
    }
    const left = await Promise.all([...collections, keysOf('dataset', id)].map((each) => deletePage(each)));
    return left.includes(true);
  },

  async endPurge(id) {
    await changeDocument(datasetRef(id), ({ snapshot, batch, condition }) => {
      if (isDeleted(snapshot.data() ?? {})) bury(batch, snapshot.ref, condition);
    });
  },
};

/** Deletes a page of what is below these documents. @returns false if there was nothing left */
export async function deleteBelow(parents: CollectionReference, name: string): Promise<boolean> {
  // Those that are gone, and have something below them, are listed too.
  for (const parent of await inTime('list', parents.listDocuments()))
    if (await deletePage(parent.collection(name))) return true;
  return false;
}

/**
 * @returns false if there was nothing left
 * @param beside other documents to delete with each document
 */
export async function deletePage(
  query: Query,
  beside: (id: string) => FirebaseFirestore.DocumentReference[] = () => [],
): Promise<boolean> {
  const { docs } = await readQuery(query.limit(PAGE).select());
  if (docs.length === 0) return false;
  const batch = firestore().batch();
  for (const { ref } of docs) for (const each of [ref, ...beside(ref.id)]) batch.delete(each);
  await commit(batch);
  return true;
}
