/** Brings counters to where readers look for them: the dataset, its tag documents and its list of tags (Contract 2). */
import type {
  DocumentSnapshot,
  QuerySnapshot,
  Timestamp,
  Transaction,
  WriteBatch,
} from 'firebase-admin/firestore';
import type { Counts } from '../../counter-change.ts';
import type { Tag } from '../../model.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { tryCommit } from './change-document.ts';
import { isBase, sumParts } from './counter-parts.ts';
import { toTag } from './datasets.ts';
import { FIRESTORE_DEADLINE } from './documents.ts';
import { type Fields, list, map, text } from './fields.ts';
import { counterCollection, datasetRef, tagRef } from './references.ts';

/** Tries without a lock. Each fails only where somebody else has changed the dataset meanwhile, which is rare. */
const ATTEMPTS = 4;

/** Version of each dataset as this process has left or seen it last. */
const versions = new Map<string, string>();

const versionOf = (time: Timestamp | undefined): string =>
  time ? `${time.seconds}.${time.nanoseconds}` : '';

interface Showing {
  /** Also rewrites the list of tags. */
  withList: boolean;
  /** Leaves it at that when the dataset has changed since this process last looked: others are at it. */
  inTurn: boolean;
}

/**
 * Shows the sum of a dataset's parts. The dataset is read before the parts, and nothing is written when it has changed
 * since: so of several who do this at once the one who writes last has read last.
 * @returns the parts; null where there is no dataset. Without a base among them nothing is shown: it is to be counted
 */
export async function showCounters(dataset: string, { withList, inTurn }: Showing) {
  const known = inTurn ? versions.get(dataset) : undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const batch = firestore().batch();
    const shown = await within(FIRESTORE_DEADLINE, 'firestore read', datasetRef(dataset).get());
    const version = versionOf(shown.updateTime);
    versions.set(dataset, version);
    if (known !== undefined && known !== version) return 'shown by others';
    const parts = await write(batch, shown, withList, { lastUpdateTime: shown.updateTime as Timestamp });
    const written = await tryCommit(batch);
    const last = written?.at(-1);
    if (last) versions.set(dataset, versionOf(last.writeTime));
    if (written) return parts;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
  }
  versions.delete(dataset);
  // Whoever edits the dataset now waits for us. The parts stay free: frames keep counting.
  const showing = firestore().runTransaction(async (transaction) =>
    write(transaction, await transaction.get(datasetRef(dataset)), withList),
  );
  return within(FIRESTORE_DEADLINE, 'firestore commit', showing);
}

async function write(
  commit: WriteBatch | Transaction,
  shown: DocumentSnapshot,
  withList: boolean,
  condition: { lastUpdateTime?: Timestamp } = {},
): Promise<QuerySnapshot | null> {
  if (!shown.exists) return null;
  const reading = Promise.all([counterCollection(shown.id).get(), shown.ref.collection('tag').get()]);
  const [parts, stored] = await within(FIRESTORE_DEADLINE, 'firestore query', reading);
  if (!withList && !parts.docs.some(isBase)) return parts;
  const sum = sumParts(parts);
  const documents = new Map(stored.docs.map((document) => [document.id, document.data()]));
  const tags = tagsOf(shown, documents);
  const moved = [...tags].filter(([id, fields]) => isMoved(fields, countOf(sum, id)));
  for (const [id, fields] of moved)
    writeTag(commit as WriteBatch, shown.id, toTag(id, fields), sum, documents);
  if (!withList && moved.length === 0 && shown.get('imageCounter') === sum.images) return parts;
  const listed = [...tags].map(([id, fields]) => ({ ...toTag(id, fields), ...countOf(sum, id) }));
  const fields = { imageCounter: sum.images, ...(withList && { tags: listed }) };
  // The two types share `update`, but not in a way that TypeScript can call it on their union.
  (commit as WriteBatch).update(shown.ref, fields, condition);
  return parts;
}

/** Those of the list, in its order, and the others; what a document says counts. */
function tagsOf(
  shown: DocumentSnapshot,
  documents: ReadonlyMap<string, Fields>,
): ReadonlyMap<string, Fields> {
  const listed = list(shown.get('tags')).map((tag): [string, Fields] => [text(map(tag).id), map(tag)]);
  return new Map([...listed, ...documents].filter(([id]) => id !== ''));
}

type Shown = Pick<Tag, 'imageCounter' | 'annotationCounter'>;

function countOf(sum: Counts, tag: string): Shown {
  const { images, annotations } = sum.tag[tag] ?? { images: 0, annotations: 0 };
  return { imageCounter: images, annotationCounter: annotations };
}

const isMoved = (fields: Fields, count: Shown): boolean =>
  fields.imageCounter !== count.imageCounter || fields.annotationCounter !== count.annotationCounter;

/** A tag that is only in the list becomes a document too: those are the truth (Contract 2). */
function writeTag(
  commit: WriteBatch,
  dataset: string,
  tag: Tag,
  sum: Counts,
  documents: ReadonlyMap<string, Fields>,
): void {
  const count = countOf(sum, tag.id);
  if (documents.has(tag.id)) commit.update(tagRef(dataset, tag.id), { ...count });
  else commit.create(tagRef(dataset, tag.id), { ...tag, ...count });
}
