/**
 * Recounts a dataset from its image records, or from their indexes, while frames keep coming. Records and counter parts are
 * read as they were at one moment; `base` becomes what the records say minus what the other parts say, and minus what is in
 * open tallies. Frames counted after that moment are in their own parts, which are not touched.
 */
import { FieldValue, type QuerySnapshot, type Timestamp, type WriteResult } from 'firebase-admin/firestore';
import { afterLostRace } from '../../../concurrency/retry.ts';
import {
  addCounts,
  addImage,
  COUNTABLE,
  type Counts,
  type GroupCount,
  noCounts,
} from '../../../counters/counter-change.ts';
import { HttpError } from '../../../errors.ts';
import { isId } from '../../../ids.ts';
import { firestore } from '../../firebase.ts';
import { asRead, tryCommit } from '../change-document.ts';
import { inTime, readDocument, readQuery } from '../documents.ts';
import type { Fields } from '../fields.ts';
import { recordsOfDataset } from '../record-pages.ts';
import { toDataset } from '../records/datasets.ts';
import { counterCollection, datasetRef } from '../references.ts';
import { countByIndex } from './count-by-index.ts';
import { isBase, partCounts, reservation, sumParts } from './counter-parts.ts';
import { groupsAt, rewriteTimeline } from './rewrite-timeline.ts';
import { uncounted } from './tallies.ts';
import { addToEdges, type Edges } from './timeline-edges.ts';

/** If two processes recount at once, the later one sees that `base` has changed, and counts again. */
const ATTEMPTS = 8;

export async function recount(dataset: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Publications of the timeline change `base` twice a minute, which may be more often than images can be counted.
    if (attempt === 1) await changeBase(dataset, reservation());
    if (await countOnce(dataset)) {
      if (attempt > 0) await changeBase(dataset, { reservedUntil: FieldValue.delete() });
      return;
    }
    await afterLostRace(attempt, 100);
  }
  throw new HttpError('unavailable', {}, 'recounts overtook each other');
}

async function changeBase(dataset: string, fields: Fields): Promise<void> {
  const batch = firestore().batch();
  batch.update(counterCollection(dataset).doc('base'), fields);
  await tryCommit(batch);
}

async function countOnce(dataset: string): Promise<boolean> {
  const parts = await partsOfMoment(dataset);
  const base = parts.docs.find(isBase);
  const shown = await groupsAt(dataset, parts.readTime);
  const known = {
    tags: await tagsOf(dataset, parts),
    groups: new Set([...shown.keys(), ...Object.keys(sumParts(parts).group)]),
  };
  const indexed = await countByIndex(dataset, known, parts.readTime);
  const { counts, edges } = indexed
    ? { counts: indexed, edges: new Map<string, Edges>() }
    : await recordsAt(dataset, parts.readTime);
  for (const part of parts.docs) if (part !== base) addCounts(counts, partCounts(part), -1);
  addCounts(counts, await uncounted(parts), -1);
  const batch = firestore().batch();
  const { images, unlabelled, sets } = counts;
  const fields = { images, unlabelled, sets, tag: { ...counts.tag }, group: debtsOf(counts) };
  const reference = counterCollection(dataset).doc('base');
  if (base)
    batch.update(
      base.ref,
      { ...fields, at: FieldValue.delete(), mustCount: FieldValue.delete() },
      asRead(base),
    );
  else batch.create(reference, fields);
  const written = await tryCommit(batch);
  if (!written) return false;
  const { writeTime } = written[0] as WriteResult;
  return rewriteTimeline(dataset, { counts: counts.group, edges, shown }, writeTime);
}

/**
 * First a moment, then the parts as they were then, like everything else. The emulator lets a commit become visible a little
 * after its time: a query may not have seen what counts at its own `readTime`.
 */
async function partsOfMoment(dataset: string): Promise<QuerySnapshot> {
  const { readTime } = await readDocument(counterCollection(dataset).doc('base'));
  return readQuery(counterCollection(dataset), readTime);
}

/** Groups whose parts have more than there is: the timeline keeps no negative number (see timeline.ts). */
const debtsOf = ({ group }: Counts): Record<string, GroupCount> =>
  Object.fromEntries(
    Object.entries(group).flatMap(([id, { images }]) => (images < 0 ? [[id, { images, moves: 1 }]] : [])),
  );

/** Tags that readers look for, and tags that were ever counted: when an image is deleted, the counts of its tags go down. */
async function tagsOf(dataset: string, parts: QuerySnapshot): Promise<ReadonlySet<string>> {
  const reading = Promise.all([
    readDocument(datasetRef(dataset)),
    datasetRef(dataset).collection('tag').select().get(),
  ]);
  const [shown, documents] = await inTime('read', reading);
  const listed = toDataset(dataset, shown.data() ?? {}).tags;
  const ids = [...listed, ...documents.docs].map(({ id }) => id);
  return new Set([...ids, ...Object.keys(sumParts(parts).tag)].filter(isId));
}

/** The counts, and what was read anyway: first and last image of each group. */
async function recordsAt(dataset: string, moment: Timestamp) {
  const counts = noCounts();
  const edges = new Map<string, Edges>();
  for await (const page of recordsOfDataset(dataset, { fields: [...COUNTABLE, 'monitor'], moment })) {
    for (const image of page) {
      addImage(counts, image);
      addToEdges(edges, image);
    }
  }
  return { counts, edges };
}
