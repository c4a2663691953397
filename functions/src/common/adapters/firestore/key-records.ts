import { randomBytes } from 'node:crypto';
import { type DocumentSnapshot, FieldValue, type Query, type WriteBatch } from 'firebase-admin/firestore';
import { hashDeviceKey } from '../../access/device-key.ts';
import { answeringFor } from '../../access/permit.ts';
import { type KeyRecord, type KeyRecords, MOST_LIVE } from '../../key-ports.ts';
import { firestore } from '../firebase.ts';
import { changeDocument } from './change-document.ts';
import { commit, readQuery, transact } from './documents.ts';
import { type Fields, membership, millis, text } from './fields.ts';
import { deviceKeyCollection, deviceKeyRef, monitorRef } from './references.ts';
import { isRecord } from './used-ids.ts';

export const keyRecords: KeyRecords = {
  async create(monitor, by) {
    const key = `slk_${randomBytes(32).toString('base64url')}`;
    const hash = hashDeviceKey(key);
    return transact(async (transaction) => {
      const record = await transaction.get(monitorRef(monitor));
      if (!isRecord(record)) return null;
      const { docs } = await transaction.get(keysOf(monitor));
      if (docs.map(toKey).filter(isLive).length >= MOST_LIVE) return 'too many';
      transaction.create(deviceKeyRef(hash), {
        monitor: record.ref,
        created: FieldValue.serverTimestamp(),
        createdBy: by,
        holder: answeringFor(by, membership(record.data() ?? {})),
      });
      return { key, hash };
    });
  },

  async list(monitor) {
    const { docs } = await readQuery(keysOf(monitor));
    return docs.map(toKey).sort((a, b) => a.made - b.made);
  },

  async revoke(monitor, hash, by) {
    const batch = firestore().batch();
    batch.update(deviceKeyRef(hash), { revoked: FieldValue.serverTimestamp(), revokedBy: by });
    batch.update(monitorRef(monitor), { keyRevision: FieldValue.increment(1) });
    await commit(batch);
  },

  async take(monitor, hash, by) {
    const taken = await changeDocument(monitorRef(monitor), ({ snapshot, batch, condition }) => {
      batch.update(deviceKeyRef(hash), { holder: answeringFor(by, membership(snapshot.data() ?? {})) });
      batch.update(snapshot.ref, { keyRevision: FieldValue.increment(1) }, condition);
      return true;
    });
    return taken === true;
  },
};

/**
 * For the commit in which these people stop being editors of the monitor: revokes the keys that they answer for.
 * @returns what changes in the monitor's record
 */
export async function revokeKeysOf(
  monitor: string,
  uids: readonly string[],
  batch: WriteBatch,
): Promise<Fields> {
  const { docs } = await readQuery(keysOf(monitor));
  const held = docs.filter((key) => isLive(toKey(key)) && uids.includes(holderOf(key) ?? toKey(key).by));
  for (const { ref } of held) batch.update(ref, { revoked: FieldValue.serverTimestamp(), revokedBy: '' });
  return held.length === 0 ? {} : { keyRevision: FieldValue.increment(1) };
}

/** Null for keys of earlier versions. */
export const holderOf = (key: DocumentSnapshot): string | null =>
  key.get('holder') === undefined ? null : text(key.get('holder'));

export const isLive = ({ revoked }: KeyRecord): boolean => revoked === null;

const keysOf = (monitor: string): Query => deviceKeyCollection().where('monitor', '==', monitorRef(monitor));

const toKey = (key: DocumentSnapshot): KeyRecord => ({
  hash: key.id,
  made: millis(key.get('created')),
  by: text(key.get('createdBy')),
  lastUsed: text(key.get('lastUsed')) || null,
  revoked: key.get('revoked') === undefined ? null : millis(key.get('revoked')),
  holder: holderOf(key),
});
