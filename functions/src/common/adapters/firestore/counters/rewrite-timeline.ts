/** Rewrites the timeline of a dataset from a count of its records. */
import { type DocumentSnapshot, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { chunks } from '../../../chunks.ts';
import type { GroupCount } from '../../../counters/counter-change.ts';
import { isId } from '../../../ids.ts';
import { firestore } from '../../firebase.ts';
import { tryCommit } from '../change-document.ts';
import { readQuery } from '../documents.ts';
import { counterCollection, timelineCollection } from '../references.ts';
import { groupFields, publishedImages } from './timeline.ts';
import { allEdges, type Edges } from './timeline-edges.ts';

/** Groups written in one commit. */
const TOGETHER = 200;

/** What the timeline showed at one moment, by group. */
export async function groupsAt(
  dataset: string,
  moment: Timestamp,
): Promise<Map<string, QueryDocumentSnapshot>> {
  const { docs } = await readQuery(timelineCollection(dataset), moment);
  return new Map(docs.map((each) => [each.id, each]));
}

/** What a recount knows of the groups. */
interface Recounted {
  counts: Readonly<Record<string, GroupCount>>;
  /** Of groups whose records were read; others are looked up. */
  edges: ReadonlyMap<string, Edges>;
  /** What the timeline shows now. */
  shown: ReadonlyMap<string, DocumentSnapshot>;
}

/**
 * Makes the groups show what was counted, in pages.
 * @param version time at which the recount wrote `base`: nobody else may publish in between
 * @returns false if somebody did
 */
export async function rewriteTimeline(
  dataset: string,
  { counts, edges, shown }: Recounted,
  version: Timestamp,
): Promise<boolean> {
  const base = counterCollection(dataset).doc('base');
  const groups = [...new Set([...Object.keys(counts), ...shown.keys()])].filter(isId);
  let lastUpdateTime = version;
  for (const some of chunks(groups, TOGETHER)) {
    const lacking = some.filter((group) => (counts[group]?.images ?? 0) > 0 && !edges.has(group));
    const looked = await allEdges(dataset, lacking);
    const batch = firestore().batch();
    batch.update(base, { timelineAt: Timestamp.now() }, { lastUpdateTime });
    for (const group of some) {
      const reference = timelineCollection(dataset).doc(group);
      const images = counts[group]?.images ?? 0;
      if (images > 0)
        batch.set(reference, groupFields(group, images, edges.get(group) ?? looked.get(group) ?? NOWHERE));
      else if (shown.has(group)) batch.delete(reference);
    }
    const written = await tryCommit(batch);
    if (!written) return false;
    lastUpdateTime = written[0]?.writeTime as Timestamp;
  }
  return true;
}

/** For images that lists do not find yet. `npm run sweep -- --fields` adds what they lack. */
const NOWHERE: Edges = { first: 0, last: 0, monitor: '' };

/** Images by group, as published, without open tallies. */
export const shownGroups = (documents: readonly DocumentSnapshot[]): [string, GroupCount][] =>
  documents.map((each) => [each.id, { images: publishedImages(each), moves: 0 }]);
