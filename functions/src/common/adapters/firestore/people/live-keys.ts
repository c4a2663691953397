import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore';
import { logging } from '../../../log.ts';
import type { LiveDatasetKey, LiveKey, LiveKeys } from '../../../records/key-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, isCommitted } from '../change-document.ts';
import { readDocument } from '../documents.ts';
import { referenceId } from '../fields.ts';
import { datasetKeyRef, deviceKeyRef } from '../references.ts';
import { holderOf, rightsOf } from './key-records.ts';

export const deviceKeys: LiveKeys<LiveKey> = {
  async find(keyHash) {
    const key = await readLive(deviceKeyRef(keyHash));
    const monitor = referenceId(key?.get('monitor'));
    if (key === null || monitor === '') return null;
    return { monitor, holder: holderOf(key) };
  },
};

export const datasetKeys: LiveKeys<LiveDatasetKey> = {
  async find(keyHash) {
    const key = await readLive(datasetKeyRef(keyHash));
    const dataset = referenceId(key?.get('dataset'));
    if (key === null || dataset === '') return null;
    return { dataset, role: rightsOf(key).role, holder: holderOf(key) };
  },
};

async function readLive(reference: DocumentReference): Promise<DocumentSnapshot | null> {
  const key = await readDocument(reference);
  if (!key.exists || key.get('revoked') !== undefined) return null;
  void noteUse(key);
  return key;
}

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
