import { FieldValue, type QueryDocumentSnapshot, type WriteBatch } from 'firebase-admin/firestore';
import { type EventType, type HookOwner, MOST_WAITING } from '../../../hooks/hook-ports.ts';
import { countOf, readQuery } from '../documents.ts';
import { hookCollection, messageCollection } from './hook-fields.ts';

/** @template subject what the event is about: the same at each attempt of the commit */
export interface NewEvent {
  type: EventType;
  subject: string | number;
  data: object;
}

/** Messages that are dropped at once: a few more than one are too many where commits race. */
const MOST_DROPPED = 20;

/**
 * For the commit that makes an event true: a message for each hook that wants it. The hook's record is part of the commit, so that
 * no message is left without one. The commit fails if a message that it drops is gone by then, and has to be made again, as one that
 * lost a race.
 */
export async function addMessages(owner: HookOwner, event: NewEvent, batch: WriteBatch): Promise<void> {
  const { type, subject, data } = event;
  const wanting = hookCollection(owner).where('events', 'array-contains', type).select('ended', 'queued');
  const timestamp = new Date().toISOString();
  for (const hook of (await readQuery(wanting)).docs) {
    if (hook.get('ended') !== undefined) continue;
    // Without a full stop, which separates what is signed.
    const id = `${hook.id}-${type.replace('.', '-')}-${subject}`;
    const body = JSON.stringify({ type, timestamp, data: { [owner.kind]: owner.id, ...data } });
    batch.set(messageCollection(hook.ref).doc(id), { type, body, at: FieldValue.serverTimestamp() });
    const oldest = await inTheWay(hook);
    for (const each of oldest) batch.delete(each.ref, { exists: true });
    const dropped = oldest.length > 0 ? { dropped: FieldValue.increment(oldest.length) } : {};
    batch.update(hook.ref, { queued: FieldValue.serverTimestamp(), ...dropped });
  }
}

/** The oldest messages of a hook that has no room for one more. */
async function inTheWay(hook: QueryDocumentSnapshot): Promise<QueryDocumentSnapshot[]> {
  if (hook.get('queued') === undefined) return [];
  const messages = messageCollection(hook.ref);
  const surplus = (await countOf(messages)) + 1 - MOST_WAITING;
  if (surplus <= 0) return [];
  const oldest = messages.orderBy('at').limit(Math.min(surplus, MOST_DROPPED)).select();
  return (await readQuery(oldest)).docs;
}
