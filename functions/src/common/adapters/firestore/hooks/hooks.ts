import { randomBytes } from 'node:crypto';
import { FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import { type Hooks, MOST_HOOKS } from '../../../hooks/hook-ports.ts';
import { randomId } from '../../../records/made-ids.ts';
import { changeDocument } from '../change-document.ts';
import { inTime, readDocument, readQuery, transact } from '../documents.ts';
import type { Fields } from '../fields.ts';
import { isDeleted } from '../records/datasets.ts';
import { deletePage } from '../records/purge-dataset.ts';
import { isRecord } from '../records/used-ids.ts';
import { datasetRef } from '../references.ts';
import { endedFields, hookCollection, hookRef, messageCollection, toHook } from './hook-fields.ts';

export const hooks: Hooks = {
  create(dataset, hook) {
    const id = randomId();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return transact(async (transaction) => {
      const record = await transaction.get(datasetRef(dataset));
      if (!isRecord(record) || isDeleted(record.data() ?? {})) return null;
      const { size } = await transaction.get(hookCollection(dataset).select());
      if (size >= MOST_HOOKS) return 'too many';
      const fields = { ...hook, secret, deliveries: [], createdAt: FieldValue.serverTimestamp() };
      transaction.create(hookRef(dataset, id), fields);
      return { hook: id, secret };
    });
  },

  async list(dataset) {
    const { docs } = await readQuery(hookCollection(dataset).orderBy('createdAt'));
    return docs.map((hook) => toHook(hook.id, hook.data()));
  },

  async find(dataset, hook) {
    const snapshot = await readDocument(hookRef(dataset, hook));
    return snapshot.exists ? toHook(hook, snapshot.data() ?? {}) : null;
  },

  async change(dataset, hook, fields) {
    const changed = await changeDocument(hookRef(dataset, hook), ({ snapshot, batch, condition }) => {
      if (snapshot.get('ended') !== undefined) return false;
      batch.update(snapshot.ref, { ...fields, ...triedAgain() }, condition);
      return true;
    });
    return changed === true;
  },

  async remove(dataset, hook) {
    const reference = hookRef(dataset, hook);
    // The record goes first: without it no message is added, nor sent.
    await inTime('write', reference.delete());
    while (await deletePage(messageCollection(reference)));
  },
};

/** It has messages, or will be seen to have none. */
export const triedAgain = (): Fields => ({
  queued: FieldValue.serverTimestamp(),
  failing: FieldValue.delete(),
  streak: FieldValue.delete(),
});

/** For the commit in which a dataset is deleted, or gets another owner, who did not choose where its events go. */
export async function endHooks(dataset: string, batch: WriteBatch): Promise<void> {
  const { docs } = await readQuery(hookCollection(dataset).select('ended'));
  for (const hook of docs) if (hook.get('ended') === undefined) batch.update(hook.ref, endedFields());
}
