import { FieldValue, type QueryDocumentSnapshot, type WriteBatch } from 'firebase-admin/firestore';
import { type HookOwner, MOST_WAITING, type NewEvent } from '../../../hooks/hook-ports.ts';
import { countOf, readQuery } from '../documents.ts';
import { addToFeed } from './feed.ts';
import { hookCollection, messageCollection } from './hook-fields.ts';

/** Messages that are dropped at once: a few more than one are too many where commits race. */
const MOST_DROPPED = 20;

/** Messages that earlier events of a commit drop: none is dropped twice. */
const dropping = new WeakMap<WriteBatch, Set<string>>();

/**
 * For the commit that makes an event true: a message for each hook that wants it, and the feed's if it is one of a dataset. The hook's record is part of the commit, so that
 * no message is left without one. The commit fails if a message that it drops is gone by then, and has to be made again, as one that
 * lost a race.
 */
export async function addMessages(owner: HookOwner, event: NewEvent, batch: WriteBatch): Promise<void> {
  const { type, subject, data } = event;
  const wanting = hookCollection(owner).where('events', 'array-contains', type).select('ended', 'queued');
  const timestamp = new Date().toISOString();
  // Without a full stop, which separates what is signed.
  const name = `${type.replace('.', '-')}-${subject}`;
  const about = { [owner.kind]: owner.id, ...data };
  if (owner.kind === 'dataset') addToFeed(owner.id, { name, type, data: about }, batch);
  for (const hook of (await readQuery(wanting)).docs) {
    if (hook.get('ended') !== undefined) continue;
    const id = `${hook.id}-${name}`;
    const body = JSON.stringify({ type, timestamp, data: about });
    batch.set(messageCollection(hook.ref).doc(id), { type, body, at: FieldValue.serverTimestamp() });
    const dropped = dropping.get(batch) ?? new Set();
    const oldest = (await inTheWay(hook)).filter(({ ref }) => !dropped.has(ref.path));
    for (const { ref } of oldest) {
      batch.delete(ref, { exists: true });
      dropping.set(batch, dropped.add(ref.path));
    }
    const counted = oldest.length > 0 ? { dropped: FieldValue.increment(oldest.length) } : {};
    batch.update(hook.ref, { queued: FieldValue.serverTimestamp(), ...counted });
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
