import { images } from '../adapters/firestore/images/images.ts';
import { tombstones } from '../adapters/firestore/records/tombstones.ts';
import { sessions } from '../adapters/firestore/sessions/sessions.ts';
import { liveState } from '../adapters/live-state.ts';
import { objects } from '../adapters/objects.ts';
import { publisher } from '../counters/counter-publisher.ts';
import { follower } from '../live/live-follower.ts';
import { logging } from '../log.ts';
import type { ImageRecord } from '../model.ts';
import type { Tombstone } from '../ports.ts';
import { masksOf, originalOf } from '../storage/own-objects.ts';

/**
 * Removes an image: first its objects, then its record, which in the same commit changes the counters and leaves a
 * tombstone that lists the remaining work; then that work. A process that dies earlier leaves the record or the tombstone,
 * so that the next one finishes. Counters change with the record only, and therefore once.
 */
export async function removeImage(record: ImageRecord): Promise<void> {
  const original = originalOf(record, objects);
  const masks = masksOf(record, objects);
  const names = [...(original === null ? [] : [original]), ...masks];
  await Promise.all(names.map((name) => objects.remove(name)));
  const removed = await images.remove(record.id);
  // Put after the record was read. Later ones find no record, and are removed by whoever put them.
  const newer = removed ? masksOf(removed, objects).filter((name) => !masks.includes(name)) : [];
  await Promise.all(newer.map((name) => objects.remove(name)));
  const { id, dataset, monitor, session } = record;
  await finishTombstone({ image: id, dataset, monitor, session });
}

/** Like `completeTombstone`, but never throws: the image is gone, and the tombstone stays for the next delete or sweep. */
export const finishTombstone = (tombstone: Tombstone): Promise<void> =>
  completeTombstone(tombstone).catch(logging('WARNING', 'deletion not finished', { image: tombstone.image }));

/** Updates everything derived from the records, and removes the tombstone. */
export async function completeTombstone(tombstone: Tombstone): Promise<void> {
  await Promise.all([publisher.note(tombstone.dataset), tellSession(tombstone)]);
  await tombstones.done([tombstone.image]);
}

async function tellSession({ image, monitor, session }: Tombstone): Promise<void> {
  if (session !== '') await sessions.settle(session);
  if (monitor === null) return;
  await Promise.all([liveState.forget(monitor, [image]), session === '' ? null : follower.follow(monitor)]);
}
