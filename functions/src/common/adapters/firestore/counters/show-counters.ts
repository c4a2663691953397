/** Publishes counters where readers look for them: on the dataset, its tag documents and its list of tags (Contract 2). */

import type {
  DocumentSnapshot,
  QuerySnapshot,
  Timestamp,
  Transaction,
  WriteBatch,
} from 'firebase-admin/firestore';
import { LRUCache } from 'lru-cache';
import { SET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import { afterLostRace } from '../../../concurrency/retry.ts';
import {
  addCounts,
  type Counts,
  noCounts,
  type SetCounts,
  tagCount,
} from '../../../counters/counter-change.ts';
import type { Tag } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { asRead, tryCommit } from '../change-document.ts';
import { readFresh, readQuery, transact } from '../documents.ts';
import { count, type Fields, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { tagFields, toTag } from '../records/datasets.ts';
import { isRecord } from '../records/used-ids.ts';
import { counterCollection, datasetRef, tagRef } from '../references.ts';
import { isCounted, setCounts, sumParts } from './counter-parts.ts';
import { COUNTED_AFTER, uncounted, untilCounted } from './tallies.ts';

/** Attempts without a lock. An attempt fails only if somebody else changed the dataset in between, which is rare. */
const ATTEMPTS = 4;

/** Size of the LRU cache, in datasets. A dataset that was dropped from it is published as by a new process. */
const MOST_DATASETS = 1_000;

/** Versions of the dataset. */
interface Known {
  /** As this process has last read or written it; null: not yet. */
  seen: string | null;
  /** As it has last published it without young tallies. */
  leftOut: string;
}

/** What this process knows of each dataset. */
const known = new LRUCache<string, Known>({
  max: MOST_DATASETS,
  memoMethod: () => ({ seen: null, leftOut: '' }),
});

const versionOf = (time: Timestamp | undefined): string =>
  time ? `${time.seconds}.${time.nanoseconds}` : '';

interface Showing {
  /** Also rewrites the list of tags. */
  withList: boolean;
  /** Leaves out tallies that their processes are about to close. */
  inTurn: boolean;
}

/**
 * Publishes the sum of a dataset's parts. The dataset is read before the parts, and nothing is written if it has changed
 * since. So if several processes do this at once, the last to write is also the last to read.
 * @returns the parts; null if there is no dataset. Without a `base` nothing is published: the dataset must be counted first
 */
export async function showCounters(dataset: string, withList: boolean): Promise<QuerySnapshot | null> {
  const parts = await show(dataset, { withList, inTurn: false });
  return parts === 'later' ? null : parts;
}

/** @returns `later`: another process has published since this one last looked, perhaps before this one's last change */
export const showInTurn = (dataset: string): Promise<QuerySnapshot | null | 'later'> =>
  show(dataset, { withList: false, inTurn: true });

/** @returns the parts, once they are published; null if there is no dataset */
async function show(dataset: string, showing: Showing): Promise<QuerySnapshot | null | 'later'> {
  const own = known.memo(dataset);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const batch = firestore().batch();
    const shown = await readFresh(datasetRef(dataset));
    const before = own.seen;
    own.seen = versionOf(shown.updateTime);
    if (showing.inTurn && before !== null && before !== own.seen) return 'later';
    const { parts, leavesOut } = await write(batch, shown, showing, asRead(shown));
    const written = await tryCommit(batch);
    const last = written?.at(-1);
    if (last) own.seen = versionOf(last.writeTime);
    if (last && leavesOut) own.leftOut = own.seen;
    if (written) return parts;
    await afterLostRace(attempt, 20);
  }
  own.seen = null;
  // From here on, other writers of the dataset wait for this transaction. The parts are not locked: frames keep counting.
  const locked = await transact(async (transaction) =>
    write(transaction, await transaction.get(datasetRef(dataset)), showing),
  );
  return locked.parts;
}

interface Written {
  /** Null if there is no dataset. */
  parts: QuerySnapshot | null;
  /** True if the numbers contain no tally that is younger than `COUNTED_AFTER`. */
  leavesOut: boolean;
}

async function write(
  commit: WriteBatch | Transaction,
  shown: DocumentSnapshot,
  { withList, inTurn }: Showing,
  condition: { lastUpdateTime?: Timestamp } = {},
): Promise<Written> {
  if (!isRecord(shown)) return { parts: null, leavesOut: false };
  const [parts, stored] = await Promise.all([
    readQuery(counterCollection(shown.id)),
    readQuery(shown.ref.collection('tag')),
  ]);
  if (!withList && !isCounted(parts)) return { parts, leavesOut: false };
  const documents = new Set(stored.docs.map(({ id }) => id));
  const tags = tagFields(shown, stored);
  const { sum, leavesOut } = inTurn
    ? await sumInTurn(shown, parts, tags)
    : { sum: await sumSince(0, parts), leavesOut: false };
  const moved = [...tags].filter(([id, fields]) => movesOfTag(fields, shownOf(sum, id)).some(isMove));
  for (const [id, fields] of moved)
    writeTag(commit as WriteBatch, shown.id, toTag(id, fields), sum, documents);
  if (!withList && moved.length === 0 && !movesOf(shown, sum).some(isMove)) return { parts, leavesOut };
  const listed = [...tags].map(([id, fields]) => ({ ...toTag(id, fields), ...shownOf(sum, id) }));
  if (isEmptied(shown, sum)) await tellEmptied(commit as WriteBatch, shown, sum);
  const { images: imageCounter, unlabelled: unlabelledCounter, sets } = sum;
  const fields = { imageCounter, unlabelledCounter, sets, ...(withList && { tags: listed }) };
  // The two types share `update`, but TypeScript cannot call it on their union.
  (commit as WriteBatch).update(shown.ref, fields, condition);
  return { parts, leavesOut };
}

const isEmptied = (shown: DocumentSnapshot, { sets }: Counts): boolean =>
  setCounts(shown.get('sets')).REVIEW > 0 && sets.REVIEW <= 0;

/** In the commit that shows it, which one of several writers wins (Contract 16). */
const tellEmptied = (commit: WriteBatch, shown: DocumentSnapshot, { images }: Counts): Promise<void> =>
  addMessages(
    { kind: 'dataset', id: shown.id },
    {
      type: 'review.empty',
      subject: versionOf(shown.updateTime).replace('.', '-'),
      data: { name: text(shown.get('name')), images },
    },
    commit,
  );

const sumSince = async (since: number, parts: QuerySnapshot): Promise<Counts> =>
  addCounts(sumParts(parts), await uncounted(parts, since));

/**
 * In turn, tallies are left out that their processes are about to close: reading them would cost a read for each frame. But
 * a refresh may have shown them already, and an image of them may have been deleted. So everything is counted if readers
 * would see a number fall that this process has not published in its turn, or one below zero, or REVIEW empty.
 */
async function sumInTurn(shown: DocumentSnapshot, parts: QuerySnapshot, tags: Tags) {
  const sum = await sumSince(COUNTED_AFTER, parts);
  if (untilCounted(parts) === 0) return { sum, leavesOut: true };
  const moves = [
    ...movesOf(shown, sum),
    ...[...tags].flatMap(([id, fields]) => movesOfTag(fields, shownOf(sum, id))),
  ];
  const isOwn = known.memo(shown.id).leftOut === versionOf(shown.updateTime);
  const isWrong = moves.some(([next, now]) => next < (isOwn ? 0 : count(now))) || isEmptied(shown, sum);
  return { sum: isWrong ? await sumSince(0, parts) : sum, leavesOut: !isWrong };
}

/** Fields of a tag by its id. */
type Tags = ReadonlyMap<string, Fields>;

/** A counter as it will be, and as it is stored. */
type Move = [next: number, now: unknown];

const movesOf = (shown: DocumentSnapshot, { images, unlabelled, sets }: Counts): Move[] => [
  [images, shown.get('imageCounter')],
  [unlabelled, shown.get('unlabelledCounter')],
  ...movesOfSets(shown.get('sets'), sets),
];

const movesOfTag = (fields: Fields, { imageCounter, annotationCounter, sets }: Shown): Move[] => [
  [imageCounter, fields.imageCounter],
  [annotationCounter, fields.annotationCounter],
  ...movesOfSets(fields.sets, sets),
];

const movesOfSets = (stored: unknown, sets: SetCounts): Move[] =>
  SET_TYPES.map((set) => [sets[set], stored === undefined ? undefined : setCounts(stored)[set]]);

const isMove = ([next, now]: Move): boolean => next !== now;

/** The counters of a tag that readers see. */
interface Shown extends Pick<Tag, 'imageCounter' | 'annotationCounter'> {
  sets: SetCounts;
}

function shownOf(sum: Counts, tag: string): Shown {
  const { images, annotations, sets } = sum.tag[tag] ?? tagCount(noCounts(), tag);
  return { imageCounter: images, annotationCounter: annotations, sets };
}

/** A tag that is only in the list becomes a document too, because documents are the truth (Contract 2). */
function writeTag(
  commit: WriteBatch,
  dataset: string,
  tag: Tag,
  sum: Counts,
  documents: ReadonlySet<string>,
): void {
  const count = shownOf(sum, tag.id);
  if (documents.has(tag.id)) commit.update(tagRef(dataset, tag.id), { ...count });
  else commit.create(tagRef(dataset, tag.id), { ...tag, ...count });
}
