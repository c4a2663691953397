/**
 * A dataset's counters are kept in parts, `dataset/{id}/counter/{part}`, because one document takes about one write a
 * second (Facts: Firestore, Realtime Database, Storage) and a dataset receives hundreds of frames a second. Each process
 * writes its own parts, each at most once a second, in the same commit as the records that they count, or for new frames
 * within two seconds (see tallies.ts). The sum of all parts and of open tallies is the truth. Idle parts are folded into
 * `base`, so that there are never more parts than the active processes need.
 */

import { randomBytes } from 'node:crypto';
import {
  type DocumentSnapshot,
  FieldValue,
  type QuerySnapshot,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { LRUCache } from 'lru-cache';
import { SET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import {
  addCounts,
  type Counts,
  type GroupCount,
  isNoChange,
  noCounts,
  type SetCounts,
} from '../../../counters/counter-change.ts';
import { splitCounts } from '../../../counters/split-counts.ts';
import { lazy } from '../../../lazy.ts';
import { count, type Fields, map, millis } from '../fields.ts';
import { counterCollection } from '../references.ts';

/** Milliseconds between two writes of one part. */
const WRITE_INTERVAL = 1000;

/**
 * A process starts new parts after so many milliseconds, or so many groups. A part keeps the name of every group that it ever
 * counted, of up to 256 bytes and its two numbers, and a document holds 1 MiB.
 */
const EPOCH = 3_600_000;
const MOST_GROUPS = 500;

const processName = lazy(() => randomBytes(6).toString('hex'));

/** The parts that this process writes for a dataset. */
interface OwnParts {
  /** Begins their names; another one after an epoch. */
  series: string;
  epoch: number;
  /** When each of them was last written. */
  written: number[];
  /** That they have counted. */
  groups: Set<string>;
}

export const epochOf = (now: number): number => Math.floor(now / EPOCH);

/** A name that no part had before, for parts that begin now. */
export const newSeries = (now: number): string =>
  `${processName()}-${epochOf(now).toString(36)}-${randomBytes(4).toString('hex')}`;

/** True if the parts must not be written any more. */
export const isFull = ({ epoch, groups }: Pick<OwnParts, 'epoch' | 'groups'>, now: number): boolean =>
  epoch !== epochOf(now) || groups.size >= MOST_GROUPS;

const own = new LRUCache<string, OwnParts>({ max: 1_000 });

function ownParts(dataset: string, now: number): OwnParts {
  const known = own.get(dataset);
  if (known && !isFull(known, now)) return known;
  const begun = { series: newSeries(now), epoch: epochOf(now), written: [], groups: new Set<string>() };
  own.set(dataset, begun);
  return begun;
}

/** Maximum transforms of one part in one commit: a document takes 500, and some room is left. */
export const TRANSFORMS = 480;

/**
 * Adds a change of counters to a commit, if it is one.
 * @param taken what images that it deletes counted as in their tallies
 */
export function writeCounts(
  batch: WriteBatch | Transaction,
  dataset: string,
  change: Counts,
  taken: Readonly<Record<string, Counts>> = {},
): void {
  if (isNoChange(change)) return;
  for (const piece of splitCounts(change, TRANSFORMS))
    writePart(batch, dataset, { fields: incrementFields(piece), groups: Object.keys(piece.group) });
  const fields = each(taken, countFields);
  const groups = Object.values(taken).flatMap(({ group }) => Object.keys(group));
  if (Object.keys(fields).length > 0) writePart(batch, dataset, { fields: { taken: fields }, groups });
}

function writePart(
  batch: WriteBatch | Transaction,
  dataset: string,
  { fields, groups }: { fields: Fields; groups: readonly string[] },
): void {
  const now = Date.now();
  const part = counterCollection(dataset).doc(pickPart(dataset, now, groups));
  // The two types share `set`, but TypeScript cannot call it on their union.
  (batch as WriteBatch).set(part, fields, { merge: true });
}

/** The fields that add `change` to a part, whether it exists or not. Counters that do not change are left out. */
export const incrementFields = (change: Counts): Fields => ({
  ...countFields(change),
  at: minuteOf(Date.now()),
});

function countFields(change: Counts): Fields {
  const { images, unlabelled, sets, tag, group } = change;
  return {
    ...increments({ images, unlabelled }),
    ...nested('sets', increments(sets)),
    ...nested(
      'tag',
      each(tag, ({ sets: ofTag, ...counts }) => ({
        ...increments(counts),
        ...nested('sets', increments(ofTag)),
      })),
    ),
    ...nested('group', each(group, increments)),
  };
}

const increments = (numbers: object): Fields =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) =>
      number === 0 ? [] : [[name, FieldValue.increment(number)]],
    ),
  );

const nested = (name: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { [name]: fields };

function each<T>(all: Record<string, T>, toFields: (one: T) => Fields): Fields {
  const made = Object.entries(all).map(([id, one]) => [id, toFields(one)] as const);
  return Object.fromEntries(made.filter(([, fields]) => Object.keys(fields).length > 0));
}

/**
 * `at` is the minute of the last change, for queries that look for changed parts. It is no finer because it is indexed: an
 * index over a rising value takes 500 writes a second for all datasets together, and this value rises once a minute.
 */
export const minuteOf = (millis: number): Timestamp => Timestamp.fromMillis(millis - (millis % 60_000));

/** Name of a part of this process that may be written again; a new one if there is none. @param groups will be counted in it */
export function pickPart(dataset: string, now: number, groups: readonly string[] = []): string {
  const parts = ownParts(dataset, now);
  const free = parts.written.findIndex((last) => now - last >= WRITE_INTERVAL);
  const part = free === -1 ? parts.written.length : free;
  parts.written[part] = now;
  for (const group of groups) parts.groups.add(group);
  return `${parts.series}-${part}`;
}

/** The sum of a dataset's parts. */
export function sumParts(parts: QuerySnapshot): Counts {
  const sum = noCounts();
  for (const part of parts.docs) addCounts(sum, partCounts(part));
  return sum;
}

export const partCounts = (part: DocumentSnapshot): Counts => countsOf(part.data() ?? {});

export function countsOf(fields: Fields): Counts {
  const counts = noCounts();
  counts.images = count(fields.images);
  counts.unlabelled = count(fields.unlabelled);
  counts.sets = setCounts(fields.sets);
  for (const [tag, value] of Object.entries(map(fields.tag))) {
    const { images, annotations, sets } = map(value);
    counts.tag[tag] = { images: count(images), annotations: count(annotations), sets: setCounts(sets) };
  }
  for (const [group, value] of Object.entries(map(fields.group)))
    counts.group[group] = { images: count(map(value).images), moves: count(map(value).moves) };
  return counts;
}

export const setCounts = (value: unknown): SetCounts =>
  Object.fromEntries(SET_TYPES.map((set) => [set, count(map(value)[set])])) as SetCounts;

/** Groups that have changed since the part was last published on the timeline. */
export const movedGroups = (part: DocumentSnapshot): [group: string, GroupCount][] =>
  Object.entries(partCounts(part).group).filter(([, { moves }]) => moves !== 0);

/** The part that others are folded into. */
export const isBase = ({ id }: DocumentSnapshot): boolean => id === 'base';

/**
 * False for a dataset that was never counted, or only by a version without sets, or whose parts lack images until it is
 * recounted (see `closeAbandoned`).
 */
export const isCounted = (parts: QuerySnapshot): boolean =>
  parts.docs.some((part) => isBase(part) && part.get('sets') !== undefined && part.get('mustCount') !== true);

/**
 * Milliseconds for which publications do not write `base` after one of them has made a recount start over: counting a
 * million images with annotations takes a minute.
 */
const RESERVED_FOR = 600_000;

/** True while a recount needs `base` to stay as it is. */
export const isReserved = (parts: QuerySnapshot): boolean =>
  parts.docs.some((part) => isBase(part) && millis(part.get('reservedUntil')) > Date.now());

export const reservation = (): Fields => ({ reservedUntil: Timestamp.fromMillis(Date.now() + RESERVED_FOR) });
