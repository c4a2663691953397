import { DATASET_TYPES, type Dataset, type DatasetType, type Tag } from '../../model.ts';
import type { Datasets } from '../../ports.ts';
import { withTimeout } from '../../timeout.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { count, type Fields, list, map, membership, text } from './fields.ts';
import { mergedInto } from './merged-tags.ts';
import { datasetRef, tagRef } from './references.ts';

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
    const reading = datasetRef(dataset.id).collection('tag').get();
    const stored = await withTimeout(FIRESTORE_DEADLINE, 'firestore query', reading);
    const tags = new Map(dataset.tags.map((tag) => [tag.id, tag]));
    for (const document of stored.docs) tags.set(document.id, toTag(document.id, document.data()));
    return [...tags.values()].filter(({ id }) => id !== '');
  },
};

/** Deleted datasets are kept for some days, hidden from everybody except those who may restore them (Contract 9). */
export const isDeleted = (fields: Fields): boolean => fields.deleted !== undefined;

export function toDataset(id: string, fields: Fields): Dataset {
  const type = DATASET_TYPES.find((each) => each === fields.type) ?? ('MULTICLASS' satisfies DatasetType);
  return {
    id,
    type,
    name: text(fields.name, id),
    tags: list(fields.tags).map((tag) => toTag(text(map(tag).id), map(tag))),
    imageCounter: count(fields.imageCounter),
    ...membership(fields),
  };
}

export function toTag(id: string, fields: Fields): Tag {
  return {
    id,
    name: text(fields.name, id),
    color: text(fields.color),
    imageCounter: count(fields.imageCounter),
    annotationCounter: count(fields.annotationCounter),
    unclassified: fields.unclassified === true,
  };
}
