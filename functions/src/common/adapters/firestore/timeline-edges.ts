/** Finds the earliest and the latest image of a timeline group, with the indexes of the lists. */
import type { DocumentSnapshot, Query } from 'firebase-admin/firestore';
import { shardsOf } from '../../list-fields.ts';
import { dayOf } from '../../timeline-group.ts';
import { readQuery } from './documents.ts';
import { millis, referenceId } from './fields.ts';
import { imageCollection } from './references.ts';

/** Unix milliseconds; `monitor`: id of the session's monitor, `''` for a day and for a session without one. */
export interface Edges {
  first: number;
  last: number;
  monitor: string;
}

/** The images of a group, one query for each shard, in one of the two orders of the indexes. */
export const queriesOfGroup = (dataset: string, group: string, direction: 'asc' | 'desc'): Query[] =>
  shardsOf(dataset).map((shard) => {
    const day = dayOf(group);
    const query = imageCollection()
      .where('shard', '==', shard)
      .where('session', '==', day ? '' : group);
    const inGroup = day ? query.where('date', '>=', day.from).where('date', '<=', day.to) : query;
    return inGroup.orderBy('date', direction);
  });

/** Null if no image of the group is in the lists; records of an earlier version are not in them yet. */
export async function edgesOf(dataset: string, group: string): Promise<Edges | null> {
  const [earliest, latest] = await Promise.all([ends(dataset, group, 'asc'), ends(dataset, group, 'desc')]);
  if (earliest.length === 0 || latest.length === 0) return null;
  const dates = (documents: DocumentSnapshot[]) => documents.map((each) => millis(each.get('date')));
  const monitor = dayOf(group) ? '' : referenceId(latest[0]?.get('monitor'));
  return { first: Math.min(...dates(earliest)), last: Math.max(...dates(latest)), monitor };
}

async function ends(dataset: string, group: string, direction: 'asc' | 'desc'): Promise<DocumentSnapshot[]> {
  const reading = queriesOfGroup(dataset, group, direction).map(async (query) => {
    return (await readQuery(query.limit(1).select('date', 'monitor'))).docs;
  });
  return (await Promise.all(reading)).flat();
}
