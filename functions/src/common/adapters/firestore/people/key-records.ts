import { randomBytes } from 'node:crypto';
import {
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { hashDeviceKey } from '../../../access/device-key.ts';
import { answeringFor } from '../../../access/permit.ts';
import { type KeyRecord, type KeyRecords, MOST_LIVE } from '../../../records/key-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { commit, readQuery, transact } from '../documents.ts';
import { type Fields, membership, millis, text } from '../fields.ts';
import { isRecord } from '../records/used-ids.ts';
import { deviceKeyCollection, deviceKeyRef, monitorRef } from '../references.ts';

/** Revoked keys of a monitor that are kept, for those who ask who made and used them. Older ones are unknown keys. */
const MOST_REVOKED = 20;
/** Keys that are read or deleted at once. */
const PAGE = 300;

export const keyRecords: KeyRecords = {
  async create(monitor, by) {
    await forgetRevoked(monitor);
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

/**
 * Deletes revoked keys beyond the newest. Called before a key is made, so that a monitor never has more than a few, however often
 * keys are made and revoked; and before a monitor is deleted with its keys in one commit.
 */
export async function forgetRevoked(monitor: string): Promise<void> {
  const ordered = keysOf(monitor).orderBy(FieldPath.documentId()).select('revoked').limit(PAGE);
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

const keysOf = (monitor: string): Query => deviceKeyCollection().where('monitor', '==', monitorRef(monitor));

const toKey = (key: DocumentSnapshot): KeyRecord => ({
  hash: key.id,
  made: millis(key.get('created')),
  by: text(key.get('createdBy')),
  lastUsed: text(key.get('lastUsed')) || null,
  revoked: key.get('revoked') === undefined ? null : millis(key.get('revoked')),
  holder: holderOf(key),
});
