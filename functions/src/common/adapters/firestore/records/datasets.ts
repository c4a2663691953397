import { type DocumentSnapshot, FieldPath, type QuerySnapshot, Timestamp } from 'firebase-admin/firestore';
import { datasetRecord } from '../../../../../../packages/records/src/dataset.ts';
import { tagRecord } from '../../../../../../packages/records/src/tag.ts';
import type { Dataset, Tag } from '../../../model.ts';
import type { Datasets } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, readQuery } from '../documents.ts';
import { type Fields, grantsOf, list, map, membership, text } from '../fields.ts';
import { datasetRef, tagRef } from '../references.ts';
import { followMerges, mergedInto } from './merged-tags.ts';
import { suggestFields } from './vector-states.ts';

export const datasets: Datasets = {
  async find(id) {
    const snapshot = await readDocument(datasetRef(id));
    const fields = snapshot.data();
    return fields && !isDeleted(fields) ? toDataset(id, fields) : null;
  },

  async hasTag(dataset, tag) {
    if (dataset.tags.some(({ id }) => id === tag)) return true;
    return (await readDocument(tagRef(dataset.id, tag))).exists;
  },

  async resolveTag(dataset, tag) {
    return (await datasets.hasTag(dataset, tag)) ? tag : mergedInto(dataset.id, tag);
  },

  async tags(dataset) {
    const stored = await readQuery(datasetRef(dataset.id).collection('tag'));
    return [...tagsOf(dataset.tags, stored).values()];
  },

  async tagsAt(dataset, moment) {
    const reference = datasetRef(dataset);
    const given = moment instanceof Timestamp ? moment : undefined;
    // Only open ones: no image names a tag whose merge is closed.
    const merges = await readQuery(reference.collection('merge').orderBy('due'), given);
    const pinned = given ?? merges.readTime;
    const itself = firestore().collection('dataset').where(FieldPath.documentId(), '==', dataset);
    const [record, stored] = await Promise.all([
      readQuery(itself.select('tags', 'suggest', 'vectors'), pinned),
      readQuery(reference.collection('tag'), pinned),
    ]);
    const { tags: listed, vectors } = toDataset(dataset, record.docs[0]?.data() ?? {});
    const tags = tagsOf(listed, stored);
    const into = new Map(merges.docs.map((merge) => [merge.id, text(merge.get('into'))]));
    const merged = followMerges(into, tags);
    return { tags: [...tags.values()], merged, moment: pinned, ...(vectors && { vectors }) };
  },
};

function tagsOf(list: readonly Tag[], stored: QuerySnapshot): Map<string, Tag> {
  const tags = new Map(list.map((tag) => [tag.id, tag]));
  for (const document of stored.docs) tags.set(document.id, toTag(document.id, document.data()));
  tags.delete('');
  return tags;
}

/** Deleted datasets are kept for some days, hidden from everybody except those who may restore them (Contract 9: DELETE dataset). */
export const isDeleted = (fields: Fields): boolean => fields.deleted !== undefined;

export function toDataset(id: string, fields: Fields): Dataset {
  const { detector, suggest: _, ...read } = datasetRecord.read(id, fields);
  return {
    id,
    ...read,
    monitors: grantsOf(fields),
    ...(detector !== '' && { detector }),
    ...suggestFields(fields),
    ...membership(fields),
  };
}

/** Fields of tags by id: first those of the dataset's list, in its order. A tag's document overrides the list. */
export function tagFields(dataset: DocumentSnapshot, stored: QuerySnapshot): Map<string, Fields> {
  const listed = list(dataset.get('tags')).map((tag): [string, Fields] => [text(map(tag).id), map(tag)]);
  const documents = stored.docs.map((tag): [string, Fields] => [tag.id, tag.data()]);
  return new Map([...listed, ...documents].filter(([id]) => id !== ''));
}

export const toTag = (id: string, fields: Fields): Tag => ({ id, ...tagRecord.read(id, fields) });
