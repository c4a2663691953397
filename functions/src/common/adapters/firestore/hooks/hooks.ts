import { randomBytes } from 'node:crypto';
import { FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import { type HookOwner, type Hooks, MOST_HOOKS } from '../../../hooks/hook-ports.ts';
import { randomId } from '../../../records/made-ids.ts';
import { changeDocument, noteMade } from '../change-document.ts';
import { inTime, readDocument, readQuery } from '../documents.ts';
import { type Fields, membership } from '../fields.ts';
import { isDeleted } from '../records/datasets.ts';
import { deleteBelow, deletePage } from '../records/purge-dataset.ts';
import { endedFields, hookCollection, hookRef, messageCollection, ownerRef, toHook } from './hook-fields.ts';

export const hooks: Hooks = {
  create(owner, hook, permit) {
    const id = randomId();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return changeDocument(ownerRef(owner), async (asRead) => {
      const { snapshot, batch } = asRead;
      const record = snapshot.data() ?? {};
      if (isDeleted(record)) return null;
      permit(membership(record));
      const { size } = await readQuery(hookCollection(owner).select());
      if (size >= MOST_HOOKS) return 'too many';
      const fields = { ...hook, secret, deliveries: [], createdAt: FieldValue.serverTimestamp() };
      batch.create(hookRef({ owner, hook: id }), fields);
      noteMade(asRead);
      return { hook: id, secret };
    });
  },

  async list(owner) {
    const { docs } = await readQuery(hookCollection(owner).orderBy('createdAt'));
    return docs.map((hook) => toHook(hook.id, hook.data()));
  },

  async find(place) {
    const snapshot = await readDocument(hookRef(place));
    return snapshot.exists ? toHook(place.hook, snapshot.data() ?? {}) : null;
  },

  async change(place, fields) {
    const changed = await changeDocument(hookRef(place), ({ snapshot, batch, condition }) => {
      if (snapshot.get('ended') !== undefined) return false;
      batch.update(snapshot.ref, { ...fields, ...triedAgain() }, condition);
      return true;
    });
    return changed === true;
  },

  async remove(place) {
    const reference = hookRef(place);
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

/** For the commit in which a record is deleted, or gets another owner, who did not choose where its events go. */
export async function endHooks(owner: HookOwner, batch: WriteBatch): Promise<void> {
  const { docs } = await readQuery(hookCollection(owner).select('ended'));
  for (const hook of docs) if (hook.get('ended') === undefined) batch.update(hook.ref, endedFields());
}

/** Of a record that is gone: its hooks, and what they had to tell. */
export async function purgeHooks(owner: HookOwner): Promise<void> {
  const all = hookCollection(owner);
  while ((await deleteBelow(all, 'event')) || (await deletePage(all)));
}
