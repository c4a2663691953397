import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { logging } from '../../../log.ts';
import type { DeviceKeys } from '../../../records/key-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, isCommitted } from '../change-document.ts';
import { readDocument } from '../documents.ts';
import { referenceId } from '../fields.ts';
import { deviceKeyRef } from '../references.ts';
import { holderOf } from './key-records.ts';

export const deviceKeys: DeviceKeys = {
  async find(keyHash) {
    const snapshot = await readDocument(deviceKeyRef(keyHash));
    if (!snapshot.exists || snapshot.get('revoked') !== undefined) return null;
    void noteUse(snapshot);
    const monitor = referenceId(snapshot.get('monitor'));
    return monitor === '' ? null : { monitor, holder: holderOf(snapshot) };
  },
};

/**
 * Records the day of the key's last use (Contract 9: GET keys): one write per key and day, whatever the number of processes, because
 * the write requires that the key is as it was read. No call waits for it or fails because of it.
 */
async function noteUse(key: DocumentSnapshot): Promise<void> {
  const lastUsed = new Date().toISOString().slice(0, 10);
  if (key.get('lastUsed') === lastUsed) return;
  const batch = firestore().batch();
  batch.update(key.ref, { lastUsed }, asRead(key));
  await isCommitted(batch).catch(logging('WARNING', 'use of a key not noted'));
}
