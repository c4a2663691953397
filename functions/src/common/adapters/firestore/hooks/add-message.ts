import { FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import type { EventType, HookOwner } from '../../../hooks/hook-ports.ts';
import { readQuery } from '../documents.ts';
import { hookCollection, messageCollection } from './hook-fields.ts';

/** @template subject what the event is about: the same at each attempt of the commit */
export interface NewEvent {
  type: EventType;
  subject: string | number;
  data: object;
}

/**
 * For the commit that makes an event true: a message for each hook that wants it. The hook's record is part of the commit, so that
 * no message is left without one.
 */
export async function addMessages(owner: HookOwner, event: NewEvent, batch: WriteBatch): Promise<void> {
  const { type, subject, data } = event;
  const wanting = hookCollection(owner).where('events', 'array-contains', type).select('ended');
  const timestamp = new Date().toISOString();
  for (const hook of (await readQuery(wanting)).docs) {
    if (hook.get('ended') !== undefined) continue;
    // Without a full stop, which separates what is signed.
    const id = `${hook.id}-${type.replace('.', '-')}-${subject}`;
    const body = JSON.stringify({ type, timestamp, data: { [owner.kind]: owner.id, ...data } });
    batch.set(messageCollection(hook.ref).doc(id), { type, body, at: FieldValue.serverTimestamp() });
    batch.update(hook.ref, { queued: FieldValue.serverTimestamp() });
  }
}
