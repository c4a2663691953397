import { randomBytes } from 'node:crypto';
import { type DocumentSnapshot, FieldValue, type Query } from 'firebase-admin/firestore';
import { hashDeviceKey } from '../../access/caller.ts';
import { type KeyRecord, type KeyRecords, MOST_LIVE } from '../../key-ports.ts';
import { firestore } from '../firebase.ts';
import { commit, readQuery, transact } from './documents.ts';
import { millis, text } from './fields.ts';
import { deviceKeyCollection, deviceKeyRef, monitorRef } from './references.ts';

export const keyRecords: KeyRecords = {
  async create(monitor, by) {
    const key = `slk_${randomBytes(32).toString('base64url')}`;
    const hash = hashDeviceKey(key);
    return transact(async (transaction) => {
      if (!(await transaction.get(monitorRef(monitor))).exists) return null;
      const { docs } = await transaction.get(keysOf(monitor));
      if (docs.map(toKey).filter(isLive).length >= MOST_LIVE) return 'too many';
      const fields = { monitor: monitorRef(monitor), created: FieldValue.serverTimestamp(), createdBy: by };
      transaction.create(deviceKeyRef(hash), fields);
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
};

export const isLive = ({ revoked }: KeyRecord): boolean => revoked === null;

const keysOf = (monitor: string): Query => deviceKeyCollection().where('monitor', '==', monitorRef(monitor));

const toKey = (key: DocumentSnapshot): KeyRecord => ({
  hash: key.id,
  made: millis(key.get('created')),
  by: text(key.get('createdBy')),
  lastUsed: text(key.get('lastUsed')) || null,
  revoked: key.get('revoked') === undefined ? null : millis(key.get('revoked')),
});
