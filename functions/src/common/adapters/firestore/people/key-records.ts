import { randomBytes } from 'node:crypto';
import {
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { hashKey } from '../../../access/keys.ts';
import type { Permit } from '../../../model.ts';
import {
  type DeviceKeyRecords,
  type JobRights,
  type KeyRecord,
  type KeyRecords,
  MOST_LIVE,
} from '../../../records/key-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeOwned } from '../change-owned.ts';
import { commit, readFresh, readQuery } from '../documents.ts';
import { type Fields, millis, text } from '../fields.ts';
import { datasetKeyCollection, datasetRef, deviceKeyCollection, monitorRef } from '../references.ts';

/** Revoked keys of a record that are kept, for those who ask who made and used them. Older ones are unknown keys. */
const MOST_REVOKED = 20;
/** Keys that are read or deleted at once. */
const PAGE = 300;

const KINDS = {
  monitor: { keys: deviceKeyCollection, recordRef: monitorRef, prefix: 'slk' },
  dataset: { keys: datasetKeyCollection, recordRef: datasetRef, prefix: 'sld' },
} as const;
type Kind = keyof typeof KINDS;

export const deviceKeyRecords: DeviceKeyRecords = {
  create: (monitor, _, permit) => create('monitor', monitor, {}, permit),

  async list(monitor) {
    return (await listDocuments('monitor', monitor)).map(toKey);
  },

  revoke: (monitor, hash, permit) => revoke('monitor', monitor, hash, permit),

  async take(monitor, hash, permit) {
    const taken = await changeOwned(monitorRef(monitor), permit, async ({ snapshot, answers, write }) => {
      const key = await readFresh(deviceKeyCollection().doc(hash));
      if (!key.exists || !isLive(toKey(key))) return false;
      write().update(key.ref, { holder: answers });
      write().update(snapshot.ref, { keyRevision: FieldValue.increment(1) });
      return true;
    });
    return taken === true;
  },
};

/** Keys of datasets, for jobs (Contract 17). */
export const datasetKeyRecords: KeyRecords<JobRights> = {
  create: (dataset, { name, role }, permit) => create('dataset', dataset, { name, role }, permit),

  async list(dataset) {
    const keys = await listDocuments('dataset', dataset);
    return keys.map((key) => ({ ...toKey(key), ...rightsOf(key) }));
  },

  revoke: (dataset, hash, permit) => revoke('dataset', dataset, hash, permit),
};

async function create(kind: Kind, id: string, more: Fields, permit: Permit) {
  const { keys, recordRef, prefix } = KINDS[kind];
  await forgetRevoked(kind, id);
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  const hash = hashKey(key);
  return changeOwned(recordRef(id), permit, async ({ snapshot, record, answers, write }) => {
    const { docs } = await readQuery(keysOf(kind, id));
    if (docs.map(toKey).filter(isLive).length >= MOST_LIVE) return 'too many';
    write().create(keys().doc(hash), {
      [kind]: snapshot.ref,
      created: FieldValue.serverTimestamp(),
      createdBy: permit.by,
      holder: kind === 'dataset' ? record.owner : answers,
      ...more,
    });
    return { key, hash };
  });
}

const revoke = (kind: Kind, id: string, hash: string, permit: Permit): Promise<true | null> =>
  changeOwned(KINDS[kind].recordRef(id), permit, ({ snapshot, write }) => {
    write().update(KINDS[kind].keys().doc(hash), ended(permit.by));
    if (kind === 'monitor') write().update(snapshot.ref, { keyRevision: FieldValue.increment(1) });
    return true;
  });

async function listDocuments(kind: Kind, id: string): Promise<DocumentSnapshot[]> {
  const { docs } = await readQuery(keysOf(kind, id));
  return docs.sort((a, b) => millis(a.get('created')) - millis(b.get('created')));
}

/**
 * For the commit in which these people stop being editors of the monitor: revokes the keys that they answer for.
 * @returns what changes in the monitor's record
 */
export async function revokeKeysOf(
  monitor: string,
  uids: readonly string[],
  batch: WriteBatch,
): Promise<Fields> {
  const { docs } = await readQuery(keysOf('monitor', monitor));
  const held = docs.filter((key) => isLive(toKey(key)) && uids.includes(holderOf(key) ?? toKey(key).by));
  for (const { ref } of held) batch.update(ref, ended(''));
  return held.length === 0 ? {} : { keyRevision: FieldValue.increment(1) };
}

/** For the commit in which a dataset is deleted, or gets another owner: revokes its keys. */
export async function revokeDatasetKeys(dataset: string, batch: WriteBatch): Promise<void> {
  const { docs } = await readQuery(keysOf('dataset', dataset));
  for (const key of docs) if (isLive(toKey(key))) batch.update(key.ref, ended(''));
}

const ended = (by: string): Fields => ({ revoked: FieldValue.serverTimestamp(), revokedBy: by });

/** Null for device keys of earlier versions. */
export const holderOf = (key: DocumentSnapshot): string | null =>
  key.get('holder') === undefined ? null : text(key.get('holder'));

export const rightsOf = (key: DocumentSnapshot): JobRights => ({
  name: text(key.get('name')),
  role: key.get('role') === 'editor' ? 'editor' : 'viewer',
});

/**
 * Deletes revoked keys beyond the newest. Called before a key is made, so that a record never has more than a few, however often
 * keys are made and revoked; and before a monitor is deleted with its keys in one commit.
 */
export async function forgetRevoked(kind: Kind, id: string): Promise<void> {
  const ordered = keysOf(kind, id).orderBy(FieldPath.documentId()).select('revoked').limit(PAGE);
  let newest: QueryDocumentSnapshot[] = [];
  for (
    let page = await readQuery(ordered);
    page.size > 0;
    page = await readQuery(ordered.startAfter(page.docs.at(-1)))
  ) {
    const revoked = [...newest, ...page.docs.filter((key) => key.get('revoked') !== undefined)].sort(
      (a, b) => millis(b.get('revoked')) - millis(a.get('revoked')),
    );
    newest = revoked.slice(0, MOST_REVOKED);
    const batch = firestore().batch();
    for (const { ref } of revoked.slice(MOST_REVOKED)) batch.delete(ref);
    if (revoked.length > MOST_REVOKED) await commit(batch);
    if (page.size < PAGE) return;
  }
}

export const isLive = ({ revoked }: KeyRecord): boolean => revoked === null;

export const keysOf = (kind: Kind, id: string): Query =>
  KINDS[kind].keys().where(kind, '==', KINDS[kind].recordRef(id));

const toKey = (key: DocumentSnapshot): KeyRecord => ({
  hash: key.id,
  made: millis(key.get('created')),
  by: text(key.get('createdBy')),
  lastUsed: text(key.get('lastUsed')) || null,
  revoked: key.get('revoked') === undefined ? null : millis(key.get('revoked')),
  holder: holderOf(key),
});
