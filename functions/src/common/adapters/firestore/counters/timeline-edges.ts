/** Finds the earliest and the latest image of a timeline group, with the indexes of the lists. */
import type { DocumentSnapshot, Query } from 'firebase-admin/firestore';
import { inParallel } from '../../../concurrency/in-parallel.ts';
import { dayOf, groupOf } from '../../../counters/timeline-group.ts';
import { shardsOf } from '../../../images/list-fields.ts';
import type { ImageRecord } from '../../../model.ts';
import { readQuery } from '../documents.ts';
import { millis, referenceId } from '../fields.ts';
import { imageCollection } from '../references.ts';

/** Unix milliseconds; `monitor`: id of the session's monitor, `''` for a day and for a session without one. */
export interface Edges {
  first: number;
  last: number;
  monitor: string;
}

/** The same from records, in any order. */
export function addToEdges(edges: Map<string, Edges>, image: ImageRecord): void {
  const group = groupOf(image);
  const { date } = image;
  const monitor = dayOf(group) ? '' : (image.monitor ?? '');
  const known = edges.get(group) ?? { first: date, last: date, monitor };
  if (date >= known.last) known.monitor = monitor;
  known.first = Math.min(known.first, date);
  known.last = Math.max(known.last, date);
  edges.set(group, known);
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

/** Groups that are looked up at once: four queries each. */
const PARALLEL = 16;

/** Of several groups. */
export async function allEdges(dataset: string, groups: readonly string[]): Promise<Map<string, Edges>> {
  const found = await inParallel(groups, PARALLEL, async (group): Promise<[string, Edges][]> => {
    const edges = await edgesOf(dataset, group);
    return edges ? [[group, edges]] : [];
  });
  return new Map(found.flat());
}

async function ends(dataset: string, group: string, direction: 'asc' | 'desc'): Promise<DocumentSnapshot[]> {
  const reading = queriesOfGroup(dataset, group, direction).map(async (query) => {
    return (await readQuery(query.limit(1).select('date', 'monitor'))).docs;
  });
  return (await Promise.all(reading)).flat();
}
