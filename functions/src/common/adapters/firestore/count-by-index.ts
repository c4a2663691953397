/**
 * Counts of a dataset's images and its tags' images by indexes, at one read for every 1,000 entries, instead of one for
 * every record. All is counted as it was at one moment, as records would be read.
 */
import type { Query, Timestamp } from 'firebase-admin/firestore';
import { type Counts, noCounts } from '../../counter-change.ts';
import { describeError, log } from '../../log.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { readQuery, spellings } from './record-pages.ts';
import { datasetRef, imageCollection, tagRef } from './references.ts';

/** Milliseconds. Firestore itself gives up counting after 60 seconds. */
const DEADLINE = 55_000;

/** How Firestore refuses a query whose index is not built yet. */
const FAILED_PRECONDITION = 9;

/**
 * @param tags those that images can have
 * @returns null where only the records can tell: annotations stand in no index, nor do tags of a record that lacks the
 *   list of them (Spec 2.4, tagsContained); and while an index is being built
 */
export async function countByIndex(
  dataset: string,
  tags: Iterable<string>,
  moment: Timestamp,
): Promise<Counts | null> {
  try {
    return await countAll(dataset, tags, moment);
  } catch (error) {
    if ((error as { code?: unknown }).code !== FAILED_PRECONDITION) throw error;
    log('WARNING', 'counting without indexes', { dataset, reason: describeError(error) });
    return null;
  }
}

async function countAll(dataset: string, tags: Iterable<string>, moment: Timestamp): Promise<Counts | null> {
  const own = imageCollection().where('dataset', 'in', [...spellings(datasetRef(dataset))]);
  const [images, listed, annotated] = await Promise.all([
    countAt(own, moment),
    countAt(own.where('tagsContained', '>=', []), moment),
    readQuery(own.where('tags', '>', []).limit(1).select(), moment),
  ]);
  if (listed < images || annotated.size > 0) return null;
  const counts: Counts = { ...noCounts(), images };
  const counting = [...tags].map(async (tag) => {
    const wanted = [...spellings(tagRef(dataset, tag))];
    const having = await countAt(own.where('tagsContained', 'array-contains-any', wanted), moment);
    counts.tag[tag] = { images: having, annotations: 0 };
  });
  await Promise.all(counting);
  return counts;
}

async function countAt(query: Query, readTime: Timestamp): Promise<number> {
  const options = { readOnly: true, readTime } as const;
  const counting = firestore().runTransaction((transaction) => transaction.get(query.count()), options);
  return (await within(DEADLINE, 'firestore count', counting)).data().count;
}
