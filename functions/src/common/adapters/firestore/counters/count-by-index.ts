/**
 * Counts the images of a dataset and of its tags from indexes, at one read for every 1,000 entries instead of one for every
 * record. All counts describe the same moment.
 */

import type { Query, Timestamp } from 'firebase-admin/firestore';
import { SET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import { inParallel } from '../../../concurrency/in-parallel.ts';
import { withTimeout } from '../../../concurrency/timeout.ts';
import { type Counts, noCounts, type SetCounts } from '../../../counters/counter-change.ts';
import { faultOf } from '../../../foreign-errors.ts';
import { describeError, log } from '../../../log.ts';
import { firestore } from '../../firebase.ts';
import { readQuery } from '../documents.ts';
import { datasetRef, imageCollection, spellings, tagRef } from '../references.ts';
import { queriesOfGroup } from './timeline-edges.ts';

/** Groups and tags that are counted concurrently, with a few counts each. */
const PARALLEL = 50;
/** Milliseconds. Firestore itself gives up counting after 60 seconds. */
const DEADLINE = 55_000;

/** The parts of an image record that are counted. */
export interface Known {
  tags: Iterable<string>;
  /** Groups of the timeline. */
  groups: ReadonlySet<string>;
}

/** Each group costs a few counts. With more groups than one for this many images, reading the records is as cheap. */
const IMAGES_PER_GROUP = 10;

/**
 * @returns null if only the records can tell: annotations are in no index, records of an earlier version lack fields (Spec
 *   2.4, tagsContained), some images are in a group that is not known, or an index is still being built
 */
export async function countByIndex(dataset: string, known: Known, moment: Timestamp): Promise<Counts | null> {
  try {
    return await countAll(dataset, known, moment);
  } catch (error) {
    // How Firestore refuses a query whose index is not built yet.
    if (faultOf(error) !== 'changed') throw error;
    log('WARNING', 'counting without indexes', { dataset, reason: describeError(error) });
    return null;
  }
}

async function countAll(dataset: string, known: Known, moment: Timestamp): Promise<Counts | null> {
  const own = imageCollection().where('dataset', 'in', [...spellings(datasetRef(dataset))]);
  const [images, listed, labelled, unlabelled, annotated] = await Promise.all([
    countAt(own, moment),
    countAt(own.where('tagsContained', '>=', []), moment),
    countAt(own.where('labelled', '==', true), moment),
    countAt(own.where('labelled', '==', false), moment),
    readQuery(own.where('tags', '>', []).limit(1).select(), moment),
  ]);
  if (listed < images || labelled + unlabelled < images || annotated.size > 0) return null;
  const counts: Counts = { ...noCounts(), images, unlabelled, sets: await countSets(own, images, moment) };
  if (!(await countGroups(dataset, known.groups, moment, counts))) return null;
  await inParallel(known.tags, PARALLEL, async (tag) => {
    const having = own.where('tagsContained', 'array-contains-any', [...spellings(tagRef(dataset, tag))]);
    const all = await countAt(having, moment);
    counts.tag[tag] = { images: all, annotations: 0, sets: await countSets(having, all, moment) };
  });
  return counts;
}

/** An image that has none of the other sets counts as PREDETERMINED, as when a record is read. */
async function countSets(query: Query, images: number, moment: Timestamp): Promise<SetCounts> {
  const { sets } = noCounts();
  if (images === 0) return sets;
  const counting = SET_TYPES.map(async (set) => {
    if (set !== 'PREDETERMINED') sets[set] = await countAt(query.where('set', '==', set), moment);
  });
  await Promise.all(counting);
  return { ...sets, PREDETERMINED: images - sets.TRAIN - sets.TEST - sets.VALIDATION - sets.REVIEW };
}

/** False if the known groups do not contain all images. */
async function countGroups(
  dataset: string,
  groups: ReadonlySet<string>,
  moment: Timestamp,
  counts: Counts,
): Promise<boolean> {
  if (groups.size * IMAGES_PER_GROUP > counts.images && counts.images > 0 && groups.size > 1) return false;
  const counted = await inParallel(groups, PARALLEL, async (group) => {
    const shards = queriesOfGroup(dataset, group, 'desc').map((query) => countAt(query, moment));
    const images = (await Promise.all(shards)).reduce((sum, each) => sum + each, 0);
    if (images > 0) counts.group[group] = { images, moves: 0 };
    return images;
  });
  return counted.reduce((sum, each) => sum + each, 0) === counts.images;
}

async function countAt(query: Query, readTime: Timestamp): Promise<number> {
  const options = { readOnly: true, readTime } as const;
  const counting = firestore().runTransaction((transaction) => transaction.get(query.count()), options);
  return (await withTimeout(DEADLINE, 'firestore count', counting)).data().count;
}
