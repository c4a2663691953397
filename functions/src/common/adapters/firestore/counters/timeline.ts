/**
 * `dataset/{id}/timeline/{group}`: how many images each group has, and the times of the first and last. Changes of a group
 * stay in the counter parts until they are published here: the actual count is the published number plus the parts. Of the
 * published numbers, `open` is what open tallies have, which will come to the parts later (see tallies.ts). If more images
 * of a tally are deleted than the group has left, the number without `open` is negative. A group that has no images has no
 * document to keep it, so it goes to the part `base`, as a change that is not published yet.
 * Both change in one commit, and only one process publishes at a time: each writes `base` on the condition that it is as it
 * was read.
 */
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { afterLostRace } from '../../../concurrency/retry.ts';
import { dayOf } from '../../../counters/timeline-group.ts';
import { firestore } from '../../firebase.ts';
import { asRead, tryCommit } from '../change-document.ts';
import { getAll, readQuery } from '../documents.ts';
import { count, type Fields, millis } from '../fields.ts';
import { counterCollection, timelineCollection } from '../references.ts';
import { isBase, isReserved, movedGroups } from './counter-parts.ts';
import { COUNTED_AFTER, hasOpenTallies, uncounted } from './tallies.ts';
import { allEdges, type Edges } from './timeline-edges.ts';

/** Milliseconds between two publications while frames keep coming: each costs a write for every part and every group. */
const INTERVAL = 30_000;
/** Groups published in one commit. Each costs a few reads, and two transforms of every part in which it changed. */
const TOGETHER = 50;
const TRANSFORMS = 400;
/** Milliseconds after which the loser of a race tries again. */
const AGAIN = 1_000;

/** Changes of one group, and the parts that contain them. */
interface Moved {
  images: number;
  /** Images in open tallies. */
  open: number;
  parts: { part: QueryDocumentSnapshot; images: number; moves: number }[];
}

/**
 * Publishes all changes, unless somebody did so less than half a minute ago.
 * @returns milliseconds after which to ask again; 0 if everything is published
 */
export async function showTimelineInTurn(dataset: string, parts: QuerySnapshot): Promise<number> {
  const base = parts.docs.find(isBase);
  if (!base || movedIn(parts).size === 0) return 0;
  if (isReserved(parts)) return INTERVAL;
  const wait = millis(base.get('timelineAt')) + INTERVAL - Date.now();
  if (wait > 0) return Math.min(wait, INTERVAL);
  return (await showSome(dataset, parts, COUNTED_AFTER)) === 'all' ? 0 : AGAIN;
}

/**
 * Publishes everything that had changed when it was called. Gives up if others keep winning the race: they publish it too, as
 * a recount does that is under way.
 */
export async function showTimeline(dataset: string, first: QuerySnapshot): Promise<void> {
  let parts = first;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (attempt > 0) await afterLostRace(attempt, 20, 1_000);
    if (isReserved(parts)) return;
    if ((await showSome(dataset, parts, 0)) === 'all') return;
    parts = await readQuery(counterCollection(dataset));
  }
}

/** @param since tallies that are open for at least this time, milliseconds */
async function showSome(
  dataset: string,
  parts: QuerySnapshot,
  since: number,
): Promise<'all' | 'some' | 'lost'> {
  const base = parts.docs.find(isBase);
  if (!base) return 'lost';
  const moved = movedIn(parts);
  for (const [group, { images }] of Object.entries((await uncounted(parts, since)).group))
    moved.set(group, { images: 0, parts: [], ...moved.get(group), open: images });
  if (moved.size === 0) return 'all';
  const chosen = chooseSome(moved);
  const [shown, edges] = await Promise.all([
    getAll(chosen.map(([group]) => timelineCollection(dataset).doc(group))),
    allEdges(
      dataset,
      chosen.map(([group]) => group),
    ),
  ]);
  const batch = firestore().batch();
  batch.update(base.ref, { timelineAt: Timestamp.now() }, asRead(base));
  for (const [index, [group, change]] of chosen.entries())
    writeGroup(batch, shown[index] as DocumentSnapshot, change, edges.get(group) ?? null);
  takeFromParts(batch, chosen);
  // Without open tallies a negative number comes from damaged counters.
  if (hasOpenTallies(parts)) keepDebts(batch, base.ref, chosen, shown);
  if (!(await tryCommit(batch))) return 'lost';
  return chosen.length === moved.size ? 'all' : 'some';
}

function movedIn(parts: QuerySnapshot): Map<string, Moved> {
  const moved = new Map<string, Moved>();
  for (const part of parts.docs) {
    for (const [group, { images, moves }] of movedGroups(part)) {
      const known = moved.get(group) ?? { images: 0, open: 0, parts: [] };
      known.images += images;
      known.parts.push({ part, images, moves });
      moved.set(group, known);
    }
  }
  return moved;
}

function chooseSome(moved: Map<string, Moved>): [string, Moved][] {
  let transforms = 0;
  return [...moved].slice(0, TOGETHER).filter(([, { parts }], index) => {
    transforms += 2 * parts.length;
    return index === 0 || transforms <= TRANSFORMS;
  });
}

function writeGroup(
  batch: WriteBatch,
  shown: DocumentSnapshot,
  { images: change, open }: Moved,
  edges: Edges | null,
): void {
  const images = publishedImages(shown) + change + open;
  const fields = groupFields(shown.id, images, edges ?? edgesShown(shown));
  if (images > 0) batch.set(shown.ref, { ...fields, ...(open > 0 && { open }) });
  else batch.delete(shown.ref);
}

/** What groups without a document have to subtract from open tallies. */
function keepDebts(
  batch: WriteBatch,
  base: DocumentReference,
  chosen: readonly [string, Moved][],
  shown: readonly DocumentSnapshot[],
): void {
  const debts = chosen.flatMap(([group, { images, open }], index): [string, Fields][] => {
    const published = publishedImages(shown[index] as DocumentSnapshot) + images;
    const isKept = published + open > 0 || published === 0;
    return isKept
      ? []
      : [[group, { images: FieldValue.increment(published), moves: FieldValue.increment(1) }]];
  });
  if (debts.length > 0) batch.set(base, { group: Object.fromEntries(debts) }, { merge: true });
}

/** Without those of tallies that were open at the time. */
export const publishedImages = (shown: DocumentSnapshot): number =>
  count(shown.get('imageCounter')) - count(shown.get('open'));

export const groupFields = (group: string, images: number, edges: Edges): Fields => ({
  session: dayOf(group) ? '' : group,
  imageCounter: images,
  ...edges,
});

const edgesShown = (shown: DocumentSnapshot): Edges => ({
  first: count(shown.get('first')),
  last: count(shown.get('last')),
  monitor: String(shown.get('monitor') ?? ''),
});

/**
 * Subtracts only what was read: what a process adds meanwhile is kept. A part that is gone was folded, which changed `base`
 * too. `base`, which is as it was read, forgets the group: it is the one part that never ends.
 */
function takeFromParts(batch: WriteBatch, chosen: readonly [string, Moved][]): void {
  const taken = new Map<QueryDocumentSnapshot, Record<string, Fields | FieldValue>>();
  for (const [group, { parts }] of chosen) {
    for (const { part, images, moves } of parts) {
      const groups = taken.get(part) ?? {};
      groups[group] = isBase(part)
        ? FieldValue.delete()
        : { images: FieldValue.increment(-images), moves: FieldValue.increment(-moves) };
      taken.set(part, groups);
    }
  }
  for (const [part, group] of taken) batch.set(part.ref, { group }, { merge: true });
}
