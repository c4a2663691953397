import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Query,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { DATASET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import { versionRecord } from '../../../../../../packages/records/src/version.ts';
import type {
  NewVersion,
  Version,
  VersionCounts,
  VersionParameters,
  Versions,
} from '../../../versions/version-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { readDocument, readFresh, readQuery, transact } from '../documents.ts';
import { count, type Fields, list, map, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { versionCollection, versionRef } from '../references.ts';

export const versions: Versions = {
  async create(dataset, version, request) {
    const reference = await transact((transaction) => createNext(transaction, dataset, version, request));
    return toVersion(await readFresh(reference));
  },

  async find(dataset, number) {
    if (number === 'latest') return latest(dataset);
    const snapshot = await readDocument(versionRef(dataset, number));
    return snapshot.exists ? toVersion(snapshot) : null;
  },

  async page(dataset, { limit, after }) {
    const newest = newestFirst(dataset);
    const query = after === null ? newest : newest.startAfter(after);
    return (await readQuery(query.limit(limit))).docs.map(toVersion);
  },

  async finish(dataset, number, { hash, counts, tags }) {
    const ready = { state: 'ready', hash, counts, 'parameters.tags': tags };
    await settle(dataset, number, ready, (version, batch) => {
      const data = { number, name: text(version.get('name')), hash, images: counts.images };
      return addMessages(
        { kind: 'dataset', id: dataset },
        { type: 'version.ready', subject: number, data },
        batch,
      );
    });
  },

  async fail(dataset, number, reason) {
    await settle(dataset, number, { state: 'failed', reason });
  },

  async remove(dataset, number) {
    await changeDocument(versionRef(dataset, number), ({ snapshot, batch, condition }) => {
      if (snapshot.get('state') === 'building') batch.delete(snapshot.ref, condition);
    });
  },

  async any(dataset) {
    return (await readQuery(versionCollection(dataset).limit(1).select())).size > 0;
  },

  async unfinished(before) {
    const query = firestore().collectionGroup('version').where('building', '<', Timestamp.fromMillis(before));
    return (await readQuery(query.limit(DUE).select('number'))).docs.map((document) => ({
      dataset: document.ref.parent.parent?.id ?? '',
      number: count(document.get('number')),
    }));
  },
};

/** Maximum number of unfinished versions per call. */
const DUE = 20;

const newestFirst = (dataset: string): Query => versionCollection(dataset).orderBy('number', 'desc');

/** Versions that are read at once to find a ready one. */
const LATEST = 10;

/** Needs no index of two fields, because the newest version is almost always ready. */
async function latest(dataset: string): Promise<Version | null> {
  for (let after: number | null = null; ; ) {
    const page: Version[] = await versions.page(dataset, { limit: LATEST, after });
    const ready = page.find(({ state }) => state === 'ready');
    if (ready) return ready;
    const last = page.at(-1);
    if (!last) return null;
    after = last.number;
  }
}

/** The transaction locks what it reads, so two concurrent calls cannot choose the same number. */
async function createNext(
  transaction: Transaction,
  dataset: string,
  version: NewVersion,
  request: string | null,
): Promise<DocumentReference> {
  if (request !== null) {
    const same = await transaction.get(versionCollection(dataset).where('request', '==', request).limit(1));
    if (same.docs[0]) return same.docs[0].ref;
  }
  const last = await transaction.get(newestFirst(dataset).limit(1));
  const number = count(last.docs[0]?.get('number')) + 1;
  const reference = versionRef(dataset, number);
  transaction.create(reference, {
    ...{ number, ...version, state: 'building', hash: '' },
    createdAt: FieldValue.serverTimestamp(),
    // Only while it is being built: the scheduled function uses it to find unfinished versions.
    building: FieldValue.serverTimestamp(),
    ...(request !== null && { request }),
  });
  return reference;
}

/** @param tell adds to the commit what hooks are told */
async function settle(
  dataset: string,
  number: number,
  fields: Fields,
  tell?: (version: DocumentSnapshot, batch: WriteBatch) => Promise<void>,
): Promise<void> {
  await changeDocument(versionRef(dataset, number), async ({ snapshot, batch, condition }) => {
    if (snapshot.get('state') !== 'building') return;
    await tell?.(snapshot, batch);
    batch.update(snapshot.ref, { ...fields, building: FieldValue.delete() }, condition);
  });
}

function toVersion(snapshot: DocumentSnapshot): Version {
  const { counts, parameters, ...read } = versionRecord.read(snapshot.id, snapshot.data() ?? {});
  return {
    ...read,
    counts: counts as VersionCounts | null,
    parameters: toParameters(parameters),
    moment: snapshot.createTime,
  };
}

/** Only the functions write versions; the spread keeps all their fields. */
function toParameters(fields: Fields): VersionParameters {
  return {
    ...(fields as unknown as VersionParameters),
    type: DATASET_TYPES.find((each) => each === fields.type) ?? 'MULTICLASS',
    tagmap: map(fields.tagmap) as VersionParameters['tagmap'],
    filter: map(fields.filter),
    tags: list(fields.tags) as VersionParameters['tags'],
  };
}
