import { isDeepStrictEqual } from 'node:util';
import { FieldValue } from 'firebase-admin/firestore';
import { batching } from '../../../concurrency/batching.ts';
import { addImage, changeOf, noCounts } from '../../../counters/counter-change.ts';
import { HttpError } from '../../../errors.ts';
import { faultOf } from '../../../foreign-errors.ts';
import { containedTags, hasLabels, isLabelled } from '../../../images/list-fields.ts';
import { type Guard, JobLost } from '../../../jobs/kind.ts';
import type { ImageRecord } from '../../../model.ts';
import type { Images, TagsChange } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { type AsRead, changeDocument } from '../change-document.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { takenBy } from '../counters/tallies.ts';
import { commitTallied } from '../counters/tally-line.ts';
import { commit, readDocument, readQuery, transact } from '../documents.ts';
import { toRecords } from '../record-pages.ts';
import { tombstoneFields, tombstoneRef } from '../records/tombstones.ts';
import { imageCollection, imageRef, trashRef } from '../references.ts';
import { detectionRef } from './detections.ts';
import { annotationFields, FIELDS, newImageFields, toImageRecord } from './image-document.ts';

/**
 * Most records in one commit. With a thumbnail of at most 40 KB and two server timestamps each, this stays under 10 MiB and
 * under 500 transforms (Facts: Firestore, Realtime Database, Storage).
 */
const COMMIT_LIMIT = 100;

/**
 * Milliseconds between two commits of a dataset by one process under load. Each commit writes one part of the counters, and
 * each publication of the counters reads all parts.
 */
const PACE = 60;

/** Queues that are kept, so that their pace survives a moment without frames. */
const MOST_QUEUES = 1_000;

interface NewImage {
  record: ImageRecord;
  thumbnail: Buffer;
}

type Added = 'added' | 'known';

interface Queue {
  add: (image: NewImage) => Promise<Added>;
  waiting: number;
}

/** One queue of commits for each dataset. */
const queues = new Map<string, Queue>();

function queueOf(dataset: string): Queue {
  let queue = queues.get(dataset);
  if (!queue) {
    if (queues.size >= MOST_QUEUES)
      for (const [id, { waiting }] of queues) if (waiting === 0) queues.delete(id);
    queue = { add: batching((batch) => addTogether(batch), COMMIT_LIMIT, PACE), waiting: 0 };
    queues.set(dataset, queue);
  }
  return queue;
}

/** Of the jobs that are worked on. */
const guardedQueues = new WeakMap<Guard, Queue['add']>();

function guardedQueueOf(guard: Guard): Queue['add'] {
  const queue =
    guardedQueues.get(guard) ?? batching((batch) => addTogether(batch, guard), COMMIT_LIMIT, PACE);
  guardedQueues.set(guard, queue);
  return queue;
}

export const images: Images = {
  async find(id) {
    const snapshot = await readDocument(imageRef(id));
    const fields = snapshot.data();
    return fields ? toImageRecord(id, fields) : null;
  },

  async add(record, thumbnail, isResent, guard) {
    if (isResent) return addResent({ record, thumbnail }, guard);
    if (guard) return guardedQueueOf(guard)({ record, thumbnail });
    const queue = queueOf(record.dataset);
    queue.waiting += 1;
    try {
      return await queue.add({ record, thumbnail });
    } finally {
      queue.waiting -= 1;
    }
  },

  replaceTags: (id, change) => changeDocument(imageRef(id), (asRead) => replaceIn(asRead, change)),

  async findByPath(encoded, uri) {
    const queries = [uri === null ? [] : findWhere('uri', uri), findWhere('encoded', encoded)];
    const records = (await Promise.all(queries)).flat();
    return [...new Map(records.map((record) => [record.id, record])).values()];
  },

  remove: (id) => changeDocument(imageRef(id), removeIn),
};

async function findWhere(field: string, value: string): Promise<ImageRecord[]> {
  // Two names can have the same encoded form, but not more than a few.
  const query = imageCollection()
    .where(field, '==', value)
    .select(...FIELDS)
    .limit(5);
  return toRecords(await readQuery(query));
}

function removeIn({ snapshot, batch, condition }: AsRead): ImageRecord {
  const record = toImageRecord(snapshot.id, snapshot.data() ?? {});
  batch.delete(snapshot.ref, condition);
  batch.delete(detectionRef(snapshot.id));
  batch.set(tombstoneRef(snapshot.id), tombstoneFields(record));
  if (record.dataset !== '') writeCounts(batch, record.dataset, changeOf(record, null), takenBy([snapshot]));
  return record;
}

/**
 * All in one commit. If one of the records already exists, the whole commit is refused, and each record is written alone.
 */
async function addTogether(batch: NewImage[], guard?: Guard): Promise<Added[]> {
  try {
    await (guard ? createGuarded(batch, guard) : create(batch));
    return batch.map(() => 'added');
  } catch (error) {
    if (error instanceof JobLost) throw error;
    if (batch.length > 1)
      return (await Promise.all(batch.map((image) => addTogether([image], guard)))).flat();
    if (faultOf(error) === 'exists') return ['known'];
    throw error;
  }
}

/**
 * A frame that is sent again may be in the trash, or on its way there, so its places are read in the transaction that writes
 * it: two reads, only for such frames.
 */
function addResent({ record, thumbnail }: NewImage, guard?: Guard): Promise<Added | 'trashed'> {
  return transact(async (transaction) => {
    await guard?.(transaction);
    const places = [imageRef(record.id), trashRef(record.dataset, record.id)];
    const [existing, trashed] = await transaction.getAll(...places, { fieldMask: ['set'] });
    if (existing?.exists) return 'known';
    if (trashed?.exists) return 'trashed';
    transaction.create(imageRef(record.id), newImageFields(record, thumbnail));
    writeCounts(transaction, record.dataset, addImage(noCounts(), record));
    return 'added';
  });
}

/**
 * `create` fails if the record already exists, so a record is counted only once, however often it is tried. A tally knows
 * frames as cameras send them; imported images with annotations are counted in the commit that creates them.
 */
async function create(batch: NewImage[]): Promise<void> {
  const records = batch.map(({ record }) => record);
  const { dataset } = records[0] as ImageRecord;
  const prepare = (extraFields: (record: ImageRecord) => object) => {
    const writes = firestore().batch();
    for (const { record, thumbnail } of batch)
      writes.create(imageRef(record.id), { ...newImageFields(record, thumbnail), ...extraFields(record) });
    return writes;
  };
  if (records.every(({ tags, masks }) => tags.length + masks.length === 0))
    return commitTallied(dataset, records, prepare);
  const writes = prepare(() => ({}));
  writeCounts(writes, dataset, countsOf(records));
  await commit(writes);
}

const countsOf = (records: readonly ImageRecord[]) =>
  records.reduce((sum, record) => addImage(sum, record), noCounts());

/** No tally of the process has them: whether the commit comes is decided by the guard, and is known after it. */
const createGuarded = (batch: NewImage[], guard: Guard): Promise<void> =>
  transact(async (transaction) => {
    await guard(transaction);
    for (const { record, thumbnail } of batch)
      transaction.create(imageRef(record.id), newImageFields(record, thumbnail));
    const records = batch.map(({ record }) => record);
    writeCounts(transaction, (records[0] as ImageRecord).dataset, countsOf(records));
  });

function replaceIn(
  { snapshot, batch, condition }: AsRead,
  { tags, seen, isPerson }: TagsChange,
): ImageRecord {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  if (seen !== undefined && seen !== before.revision) {
    // A caller that did not see the answer asks again: its change is the only one since.
    if (seen + 1 === before.revision && isDeepStrictEqual(before.tags, tags)) return before;
    throw new HttpError('tags changed');
  }
  const tagsContained = containedTags(before.tag, tags, before.masks);
  const changed = { ...before, tags, tagsContained, revision: before.revision + 1 };
  const after = { ...changed, checked: isPerson && hasLabels(changed) };
  const annotations = annotationFields(after.dataset, tags, after.tagsContained);
  const rest = {
    labelled: isLabelled(after),
    checked: after.checked,
    revision: after.revision,
    updatedAt: FieldValue.serverTimestamp(),
  };
  batch.update(snapshot.ref, { ...annotations, ...rest }, condition);
  writeCounts(batch, after.dataset, changeOf(before, after));
  return after;
}
