import { FieldValue } from 'firebase-admin/firestore';
import { batching } from '../../batching.ts';
import { addImage, changeOf, isNoChange, noCounts } from '../../counter-change.ts';
import type { Annotation, ImageRecord } from '../../model.ts';
import type { Images } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { type AsRead, changeDocument } from './change-document.ts';
import { writeCounts } from './counter-parts.ts';
import { detectionRef } from './detections.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { annotationFields, containedTags, FIELDS, newImageFields, toImageRecord } from './image-document.ts';
import { imageCollection, imageRef } from './references.ts';
import { removalFields, removalRef } from './removals.ts';

/**
 * Records in one commit at the most: with a thumbnail of 40 KB at its largest and two server timestamps each, that stays
 * under 10 MiB and under 500 transforms (facts: Firestore).
 */
const COMMIT_LIMIT = 100;

/**
 * Milliseconds between two commits of a dataset by one process while many frames are under way: each commit writes a part
 * of the counters, and each part is one more for everybody to read who shows them.
 */
const PACE = 60;

/** Queues that are kept, so that their pace outlives a moment without frames. */
const MOST_QUEUES = 1_000;

const ALREADY_EXISTS = 6;

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
    queue = { add: batching(addTogether, COMMIT_LIMIT, PACE), waiting: 0 };
    queues.set(dataset, queue);
  }
  return queue;
}

export const images: Images = {
  async find(id) {
    const snapshot = await readDocument(imageRef(id));
    const fields = snapshot.data();
    return fields ? toImageRecord(id, fields) : null;
  },

  async add(record, thumbnail) {
    const queue = queueOf(record.dataset);
    queue.waiting += 1;
    try {
      return await queue.add({ record, thumbnail });
    } finally {
      queue.waiting -= 1;
    }
  },

  replaceTags: (id, tags) => changeDocument(imageRef(id), (asRead) => replaceIn(asRead, tags)),

  async findByPath(encoded, uri) {
    const queries = [uri === null ? [] : findWhere('uri', uri), findWhere('encoded', encoded)];
    const records = (await Promise.all(queries)).flat();
    return [...new Map(records.map((record) => [record.id, record])).values()];
  },

  remove: async (id) => (await changeDocument(imageRef(id), removeIn)) !== null,
};

async function findWhere(field: string, value: string): Promise<ImageRecord[]> {
  // Two names can share an encoded form; more than a few cannot.
  const query = imageCollection()
    .where(field, '==', value)
    .select(...FIELDS)
    .limit(5);
  const page = await within(FIRESTORE_DEADLINE, 'firestore query', query.get());
  return page.docs.map((document) => toImageRecord(document.id, document.data()));
}

function removeIn({ snapshot, batch, condition }: AsRead): true {
  const record = toImageRecord(snapshot.id, snapshot.data() ?? {});
  batch.delete(snapshot.ref, condition);
  batch.delete(detectionRef(snapshot.id));
  batch.set(removalRef(snapshot.id), removalFields(record));
  if (record.dataset !== '') writeCounts(batch, record.dataset, changeOf(record, null));
  return true;
}

/** All in one commit; when one of them stands already the commit as a whole is refused, and each goes alone. */
async function addTogether(batch: NewImage[]): Promise<Added[]> {
  try {
    await commit(batch);
    return batch.map(() => 'added');
  } catch (error) {
    if (batch.length === 1) return [knownOrThrow(error)];
    return Promise.all(batch.map(addAlone));
  }
}

async function addAlone(image: NewImage): Promise<Added> {
  try {
    await commit([image]);
    return 'added';
  } catch (error) {
    return knownOrThrow(error);
  }
}

function knownOrThrow(error: unknown): Added {
  if ((error as { code?: number }).code === ALREADY_EXISTS) return 'known';
  throw error;
}

/** `create` fails when the record stands, so counters in the same commit move once, however often it is tried. */
async function commit(batch: NewImage[]): Promise<void> {
  const writes = firestore().batch();
  const counts = noCounts();
  for (const { record, thumbnail } of batch) {
    writes.create(imageRef(record.id), newImageFields(record, thumbnail));
    addImage(counts, record);
  }
  writeCounts(writes, (batch[0] as NewImage).record.dataset, counts);
  await within(FIRESTORE_DEADLINE, 'firestore commit', writes.commit());
}

function replaceIn({ snapshot, batch, condition }: AsRead, tags: readonly Annotation[]): ImageRecord {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  const after = { ...before, tags, tagsContained: containedTags(before.tag, tags, before.masks) };
  const annotations = annotationFields(after.dataset, tags, after.tagsContained);
  batch.update(snapshot.ref, { ...annotations, updatedAt: FieldValue.serverTimestamp() }, condition);
  const change = changeOf(before, after);
  if (!isNoChange(change)) writeCounts(batch, after.dataset, change);
  return after;
}
