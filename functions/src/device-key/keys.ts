import { randomBytes } from 'node:crypto';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { hashDeviceKey } from '../common/access/caller.ts';
import { firestore } from '../common/adapters/firebase.ts';
import { monitorRef } from '../common/adapters/firestore/references.ts';
import { isId } from '../common/ids.ts';

/** What the person at the terminal did wrong, in a sentence. */
export class KeyRefusal extends Error {}

/** Two may be live at once: the new one is brought to the camera before the old one ends. */
const MOST_LIVE = 2;

/** Times are ISO 8601. */
export interface DeviceKey {
  /** Hexadecimal SHA-256 of the key: the document's id, all that is stored of it. */
  hash: string;
  created: string;
  revoked: string | null;
}

/**
 * @param by who makes it
 * @returns the key: 256 random bits. @throws KeyRefusal for an unknown monitor and for a third live key
 */
export async function createKey(monitor: string, by: string): Promise<{ key: string; hash: string }> {
  const key = `slk_${randomBytes(32).toString('base64url')}`;
  const hash = hashDeviceKey(key);
  const reference = requireMonitor(monitor);
  await firestore().runTransaction(async (transaction) => {
    if (!(await transaction.get(reference)).exists) throw unknown(monitor);
    const live = (await transaction.get(reference.collection('key'))).docs.filter(
      (each) => !each.get('revoked'),
    );
    if (live.length >= MOST_LIVE) {
      throw new KeyRefusal(`${monitor} has ${MOST_LIVE} live keys already: revoke one first.`);
    }
    const fields = { created: FieldValue.serverTimestamp(), createdBy: by };
    transaction.create(reference.collection('key').doc(hash), fields);
  });
  return { key, hash };
}

export async function listKeys(monitor: string): Promise<DeviceKey[]> {
  const reference = requireMonitor(monitor);
  if (!(await reference.get()).exists) throw unknown(monitor);
  const { docs } = await reference.collection('key').get();
  const keys = docs.map((each) => ({
    hash: each.id,
    created: isoDate(each.get('created')) ?? '',
    revoked: isoDate(each.get('revoked')),
  }));
  return keys.sort((a, b) => a.created.localeCompare(b.created));
}

/** @param prefix beginning of the key's hash, as `list` shows it. @param by who revokes it. @returns the whole hash */
export async function revokeKey(monitor: string, prefix: string, by: string): Promise<{ hash: string }> {
  const live = (await listKeys(monitor)).filter(({ revoked }) => revoked === null);
  const found = live.filter(({ hash }) => hash.startsWith(prefix));
  const [key] = found;
  if (!key || found.length > 1) {
    throw new KeyRefusal(
      key ? `More than one key begins with ${prefix}.` : `No live key begins with ${prefix}.`,
    );
  }
  await requireMonitor(monitor)
    .collection('key')
    .doc(key.hash)
    .update({ revoked: FieldValue.serverTimestamp(), revokedBy: by });
  return { hash: key.hash };
}

function requireMonitor(id: string) {
  if (!isId(id)) throw unknown(id);
  return monitorRef(id);
}

const unknown = (monitor: string): KeyRefusal => new KeyRefusal(`There is no monitor ${monitor}.`);

const isoDate = (value: unknown): string | null =>
  value instanceof Timestamp ? value.toDate().toISOString() : null;
