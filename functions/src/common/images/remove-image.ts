import type { CounterPublisher } from '../counters/counter-publisher.ts';
import type { LiveFollower } from '../live/live-follower.ts';
import type { LiveState } from '../live/live-ports.ts';
import { logging } from '../log.ts';
import type { ImageRecord } from '../model.ts';
import type { Images, Objects, Sessions, Tombstone, Tombstones } from '../ports.ts';
import { masksOf, originalOf } from '../storage/own-objects.ts';

export interface RemovePorts {
  images: Images;
  objects: Objects;
  tombstones: Tombstones;
  sessions: Sessions;
  liveState: LiveState;
  follower: LiveFollower;
  publisher: CounterPublisher;
}

/**
 * Removes an image: first its objects, then its record, which in the same commit changes the counters and leaves a
 * tombstone that lists the remaining work; then that work. A process that dies earlier leaves the record or the tombstone,
 * so that the next one finishes. Counters change with the record only, and therefore once.
 */
export async function removeImage(record: ImageRecord, ports: RemovePorts): Promise<void> {
  const original = originalOf(record, ports.objects);
  const masks = masksOf(record, ports.objects);
  const names = [...(original === null ? [] : [original]), ...masks];
  await Promise.all(names.map((name) => ports.objects.remove(name)));
  const removed = await ports.images.remove(record.id);
  // Put after the record was read. Later ones find no record, and are removed by whoever put them.
  const newer = removed ? masksOf(removed, ports.objects).filter((name) => !masks.includes(name)) : [];
  await Promise.all(newer.map((name) => ports.objects.remove(name)));
  const { id, dataset, monitor, session } = record;
  await finishTombstone({ image: id, dataset, monitor, session }, ports);
}

/** Like `completeTombstone`, but never throws: the image is gone, and the tombstone stays for the next delete or sweep. */
export const finishTombstone = (tombstone: Tombstone, ports: RemovePorts): Promise<void> =>
  completeTombstone(tombstone, ports).catch(
    logging('WARNING', 'deletion not finished', { image: tombstone.image }),
  );

/** Updates everything derived from the records, and removes the tombstone. */
export async function completeTombstone(tombstone: Tombstone, ports: RemovePorts): Promise<void> {
  await Promise.all([ports.publisher.note(tombstone.dataset), tellSession(tombstone, ports)]);
  await ports.tombstones.done([tombstone.image]);
}

async function tellSession({ image, monitor, session }: Tombstone, ports: RemovePorts): Promise<void> {
  if (session !== '') await ports.sessions.settle(session);
  if (monitor === null) return;
  await Promise.all([
    ports.liveState.forget(monitor, [image]),
    session === '' ? null : ports.follower.follow(monitor),
  ]);
}
