/**
 * Counting a dataset anew from its image records, or from their indexes, while frames keep coming: records and counter parts are read as they
 * were at one moment, and `base` becomes what the records say less what the other parts say. What is counted after that
 * moment stays in its own part, untouched.
 */
import { FieldValue, type QuerySnapshot, type Timestamp } from 'firebase-admin/firestore';
import { addCounts, addImage, type Counts, noCounts } from '../../counter-change.ts';
import { isId } from '../../ids.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { isCommitted } from './change-document.ts';
import { countByIndex } from './count-by-index.ts';
import { isBase, partCounts, sumParts } from './counter-parts.ts';
import { toDataset } from './datasets.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { recordsOfDataset } from './record-pages.ts';
import { counterCollection, datasetRef } from './references.ts';

/** What counts, and what tells `tagsContained` where a record has none. */
const COUNTED = ['tag', 'tags', 'tagsContained', 'masks'] as const;

/** Two who recount at once: the later one sees that `base` has changed, and counts again. */
const ATTEMPTS = 8;

export async function countAnew(dataset: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await countOnce(dataset)) return;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
  }
  throw Object.assign(new Error('recounts overtook each other'), { code: 10 });
}

async function countOnce(dataset: string): Promise<boolean> {
  const parts = await within(FIRESTORE_DEADLINE, 'firestore query', counterCollection(dataset).get());
  const base = parts.docs.find(isBase);
  const counts =
    (await countByIndex(dataset, await tagsOf(dataset, parts), parts.readTime)) ??
    (await recordsAt(dataset, parts.readTime));
  for (const part of parts.docs) if (part !== base) addCounts(counts, partCounts(part), -1);
  const batch = firestore().batch();
  const fields = { images: counts.images, tag: { ...counts.tag } };
  if (base)
    batch.update(base.ref, { ...fields, at: FieldValue.delete() }, { lastUpdateTime: base.updateTime });
  else batch.create(counterCollection(dataset).doc('base'), fields);
  return isCommitted(batch);
}

/** Tags that readers look for, and those that were ever counted: an image that goes takes a count off its tags. */
async function tagsOf(dataset: string, parts: QuerySnapshot): Promise<ReadonlySet<string>> {
  const reading = Promise.all([
    readDocument(datasetRef(dataset)),
    datasetRef(dataset).collection('tag').select().get(),
  ]);
  const [shown, documents] = await within(FIRESTORE_DEADLINE, 'firestore read', reading);
  const listed = toDataset(dataset, shown.data() ?? {}).tags;
  const ids = [...listed, ...documents.docs].map(({ id }) => id);
  return new Set([...ids, ...Object.keys(sumParts(parts).tag)].filter(isId));
}

async function recordsAt(dataset: string, moment: Timestamp): Promise<Counts> {
  const counts = noCounts();
  for await (const page of recordsOfDataset(dataset, { fields: COUNTED, moment })) {
    for (const image of page) addImage(counts, image);
  }
  return counts;
}
