import { Timestamp } from 'firebase-admin/firestore';
import type { Grant } from '../../../storage/link-ports.ts';
import { inTime, readDocument } from '../documents.ts';
import { bytes, millis } from '../fields.ts';
import { datasetRef } from '../references.ts';

const grantRef = (dataset: string, id: string) => datasetRef(dataset).collection('grant').doc(id);

/** `dataset/{id}/grant/{id}`: deleted by their TTL policy. */
export const grants = {
  async create(dataset: string, { id, key, until }: Grant): Promise<void> {
    const writing = grantRef(dataset, id).create({ key, until: Timestamp.fromMillis(until) });
    await inTime('write', writing);
  },

  async find(dataset: string, id: string): Promise<Grant | null> {
    const snapshot = await readDocument(grantRef(dataset, id));
    const key = bytes(snapshot.get('key'));
    return key ? { id, key, until: millis(snapshot.get('until')) } : null;
  },
};
