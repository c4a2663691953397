/**
 * A dataset's counters are kept in parts, `dataset/{id}/counter/{part}`, because one document takes about one write a
 * second (facts: Firestore) and a dataset takes hundreds of frames. Each process writes parts of its own, each at most
 * once a second, and a part moves in the same commit as the records that it counts. The sum of all parts is the truth.
 * Parts that rest are folded into `base`, so that there are never more than the processes at work need.
 */
import { randomBytes } from 'node:crypto';
import {
  type DocumentSnapshot,
  FieldValue,
  type QuerySnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { addCounts, type Counts, noCounts } from '../../counter-change.ts';
import { lazy } from '../../lazy.ts';
import { count, type Fields, map } from './fields.ts';
import { counterCollection } from './references.ts';

/** Milliseconds that a part rests between two writes. */
const REST = 1000;

const processName = lazy(() => randomBytes(6).toString('hex'));

const parts = new Map<string, number[]>();

/** Adds a change of counters to a commit. */
export function writeCounts(batch: WriteBatch, dataset: string, change: Counts): void {
  const part = counterCollection(dataset).doc(`${processName()}-${pickPart(dataset, Date.now())}`);
  batch.set(part, incrementFields(change), { merge: true });
}

/** The fields that add `change` to a part, whether it stands or not. */
export function incrementFields(change: Counts): Fields {
  const tag = Object.entries(change.tag).map(([id, { images, annotations }]) => [
    id,
    { images: FieldValue.increment(images), annotations: FieldValue.increment(annotations) },
  ]);
  const fields = { images: FieldValue.increment(change.images), at: minuteOf(Date.now()) };
  return tag.length === 0 ? fields : { ...fields, tag: Object.fromEntries(tag) };
}

/**
 * `at` of a part says in which minute it moved, for those who look for parts that moved. No finer: it is indexed, and an
 * index over a moving time takes 500 writes a second, of all datasets together; this one moves once a minute.
 */
export const minuteOf = (millis: number): Timestamp => Timestamp.fromMillis(millis - (millis % 60_000));

/** Number of a part of this process that has rested; a new one where none has. */
export function pickPart(dataset: string, now: number): number {
  let used = parts.get(dataset);
  if (!used) {
    used = [];
    parts.set(dataset, used);
  }
  const rested = used.findIndex((last) => now - last >= REST);
  const part = rested === -1 ? used.length : rested;
  used[part] = now;
  return part;
}

/** The sum of a dataset's parts. */
export function sumParts(parts: QuerySnapshot): Counts {
  const sum = noCounts();
  for (const part of parts.docs) addCounts(sum, partCounts(part));
  return sum;
}

export function partCounts(part: DocumentSnapshot): Counts {
  const counts = noCounts();
  counts.images = count(part.get('images'));
  for (const [tag, value] of Object.entries(map(part.get('tag')))) {
    counts.tag[tag] = { images: count(map(value).images), annotations: count(map(value).annotations) };
  }
  return counts;
}

/** The part that others are folded into; a dataset without it has never been counted. */
export const isBase = ({ id }: DocumentSnapshot): boolean => id === 'base';
