/**
 * A tally is what a process has added to a dataset within a second or two and has not written to a counter part yet: it is
 * one write for all of these frames, where one for each would cost as much as the records. A record names its tally
 * (`tally`) and what it counted as when it was added (`tallied`), and the process's part names the tally that is open
 * (`open`). So the truth is the sum of all parts, and of the records of open tallies, no matter who closes them. An image that is
 * deleted soon after is noted in the part that subtracts it (`taken`), so that a tally never changes afterwards.
 */
import { randomBytes } from 'node:crypto';
import {
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { addCounts, addImage, type Counts, noCounts } from '../../../counters/counter-change.ts';
import type { ImageRecord } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { tryCommit } from '../change-document.ts';
import { readQuery } from '../documents.ts';
import { type Fields, map, millis, text } from '../fields.ts';
import { toImageRecord } from '../images/image-document.ts';
import { imageCollection } from '../references.ts';
import { countsOf, incrementFields } from './counter-parts.ts';

/** Milliseconds after which a process that lives has closed its tally. */
export const COUNTED_AFTER = 4_000;
/**
 * Milliseconds after which somebody else closes a tally: by then no commit of its process can add to it, because a request
 * takes at most 60 s.
 */
export const ABANDONED = 75_000;
/** Milliseconds after which no deletion is noted any more; parts with notes rest for as long before they are folded. */
const TAKEN_FOR = 600_000;
/** With a margin for clocks: an older tally is not counted by its records; the whole dataset is. */
const TOO_OLD = 480_000;

/** Id of a new tally; map keys in Firestore take it, and it says when it began. Unique also if the clock is set back. */
export const newTallyId = (now: number): string => `${randomBytes(9).toString('hex')}-${now.toString(36)}`;

const beganAt = (tally: string): number => Number.parseInt(tally.slice(tally.lastIndexOf('-') + 1), 36) || 0;

/** What a record keeps of its tally. */
export const tallyFields = (tally: string, { set, tag }: ImageRecord): Fields => ({
  tally,
  tallied: `${set}/${tag ?? ''}`,
});

/** `''` if the record was counted in the commit that created it. */
const tallyOf = (image: DocumentSnapshot): string => text(image.get('tally'));

/** A record as it was added. */
function asAdded(image: DocumentSnapshot): ImageRecord {
  const [set, tag = ''] = text(image.get('tallied')).split('/');
  const [date, session] = [millis(image.get('date')), text(image.get('session'))];
  return toImageRecord(image.id, { set, tag, tagsContained: tag === '' ? [] : [tag], date, session });
}

/** Counts by tally of images that are deleted, if their tallies may be open. */
export function takenBy(deleted: readonly DocumentSnapshot[]): Record<string, Counts> {
  const taken: Record<string, Counts> = {};
  for (const image of deleted) {
    const tally = tallyOf(image);
    if (tally === '' || Date.now() - beganAt(tally) > TAKEN_FOR) continue;
    const counts = taken[tally] ?? noCounts();
    taken[tally] = addImage(counts, asAdded(image));
  }
  return taken;
}

interface OpenTally {
  id: string;
  /** Unix milliseconds of the process that opened it. */
  began: number;
  part: QueryDocumentSnapshot;
}

const openTallies = (parts: QuerySnapshot): OpenTally[] =>
  parts.docs.flatMap((part) => {
    const id = text(part.get('open'));
    return id === '' ? [] : [{ id, began: beganAt(id), part }];
  });

export const hasOpenTallies = (parts: QuerySnapshot): boolean => openTallies(parts).length > 0;

type Read = (query: Query) => Promise<QuerySnapshot>;

const readAt =
  (moment: Timestamp): Read =>
  (query) =>
    readQuery(query, moment);

/**
 * What is in no part yet.
 * @param since tallies that are open for at least this time, milliseconds
 * @param read reads as of the moment of the parts
 */
export async function uncounted(
  parts: QuerySnapshot,
  since = 0,
  read: Read = readAt(parts.readTime),
): Promise<Counts> {
  const sum = noCounts();
  const open = openTallies(parts).filter(({ began }) => Date.now() - began >= since);
  for (const counts of await Promise.all(open.map(({ id }) => tallied(id, parts, read))))
    addCounts(sum, counts);
  return sum;
}

/** Milliseconds until all tallies that are open now are closed, or counted by `uncounted`; 0 if there are none. */
export function untilCounted(parts: QuerySnapshot): number {
  const waits = openTallies(parts).map(({ began }) => began + COUNTED_AFTER - Date.now());
  return Math.max(0, ...waits);
}

async function tallied(id: string, parts: QuerySnapshot, read: Read): Promise<Counts> {
  const counts = noCounts();
  const images = await read(imageCollection().where('tally', '==', id).select('tallied', 'session', 'date'));
  for (const image of images.docs) addImage(counts, asAdded(image));
  for (const part of parts.docs) addCounts(counts, countsOf(map(map(part.get('taken'))[id])));
  return counts;
}

/** By the parts and the records as they were at one moment; see recount.ts for why the parts are read again. */
async function recountTally(id: string, { ref }: QueryDocumentSnapshot, moment: Timestamp): Promise<Counts> {
  const read = readAt(moment);
  return tallied(id, await read(ref.parent), read);
}

/**
 * Closes tallies whose process was killed or frozen.
 * @returns true if the dataset must be recounted, because one was open for too long
 */
export async function closeAbandoned(parts: QuerySnapshot): Promise<boolean> {
  let isLost = false;
  for (const { id, began, part } of openTallies(parts)) {
    const age = Date.now() - began;
    if (age < ABANDONED) continue;
    isLost ||= age > TOO_OLD;
    const counts = age > TOO_OLD ? noCounts() : await recountTally(id, part, parts.readTime);
    const batch = firestore().batch();
    updatePart(batch, part, counts, null);
    // If the recount fails, the next publication still knows that images are missing.
    if (age > TOO_OLD) batch.set(part.ref.parent.doc('base'), { mustCount: true }, { merge: true });
    await tryCommit(batch);
  }
  return isLost;
}

/** Adds to a part and opens its next tally or none, if the part is as it was read. */
export function updatePart(
  batch: WriteBatch,
  { ref, updateTime }: Pick<QueryDocumentSnapshot, 'ref' | 'updateTime'>,
  counts: Counts,
  open: string | null,
): void {
  const [[first, value], ...rest] = leavesOf(incrementFields(counts)) as [Leaf, ...Leaf[]];
  const next = open ?? FieldValue.delete();
  batch.update(ref, first, value, ...rest.flat(), 'open', next, { lastUpdateTime: updateTime });
}

type Leaf = [FieldPath, unknown];

/** `update` replaces nested maps, so each number needs its path. */
const leavesOf = (fields: Fields, path: readonly string[] = []): Leaf[] =>
  Object.entries(fields).flatMap(([name, value]): Leaf[] => {
    const own = [...path, name];
    const isLeaf = value instanceof FieldValue || value instanceof Timestamp;
    return isLeaf ? [[new FieldPath(...own), value]] : leavesOf(value as Fields, own);
  });
