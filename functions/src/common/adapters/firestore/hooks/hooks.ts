import { randomBytes } from 'node:crypto';
import { FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import { type HookOwner, type Hooks, MOST_HOOKS } from '../../../hooks/hook-ports.ts';
import { randomId } from '../../../records/made-ids.ts';
import { asRead } from '../change-document.ts';
import { changeOwned } from '../change-owned.ts';
import { readDocument, readFresh, readQuery } from '../documents.ts';
import type { Fields } from '../fields.ts';
import { deleteBelow, deletePage } from '../records/purge-dataset.ts';
import { endedFields, hookCollection, hookRef, messageCollection, ownerRef, toHook } from './hook-fields.ts';

export const hooks: Hooks = {
  create(owner, hook, permit) {
    const id = randomId();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return changeOwned(ownerRef(owner), permit, async ({ record, write }) => {
      const { size } = await readQuery(hookCollection(owner).select());
      if (size >= MOST_HOOKS) return 'too many';
      const made = { by: permit.by, owner: record.owner, secret, deliveries: [] };
      const createdAt = FieldValue.serverTimestamp();
      write().create(hookRef({ owner, hook: id }), { ...hook, ...made, createdAt });
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

  async change(place, fields, permit) {
    const changed = await changeOwned(ownerRef(place.owner), permit, async ({ write }) => {
      const hook = await readFresh(hookRef(place));
      if (!hook.exists || hook.get('ended') !== undefined) return false;
      write().update(hook.ref, { ...fields, ...triedAgain() }, asRead(hook));
      return true;
    });
    return changed === true;
  },

  async remove(place, permit) {
    await changeOwned(ownerRef(place.owner), permit, async ({ write }) => {
      const hook = await readFresh(hookRef(place));
      if (!hook.exists) return;
      // The record goes last: if this is cut, whoever deletes it again finds the messages that are left. One of a commit that was
      // under way changes the record, and then this begins again.
      while (await deletePage(messageCollection(hook.ref)));
      write().delete(hook.ref, asRead(hook));
    });
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
