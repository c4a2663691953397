import type { CounterPublisher } from '../common/counter-publisher.ts';
import type { LiveFollower } from '../common/live-follower.ts';
import { describeError, log } from '../common/log.ts';
import type { ImageRecord } from '../common/model.ts';
import type { Images, LiveState, Objects, Removal, Removals, Sessions } from '../common/ports.ts';
import { masksOf, originalOf } from './own-objects.ts';

export interface RemovePorts {
  images: Images;
  objects: Objects;
  removals: Removals;
  sessions: Sessions;
  liveState: LiveState;
  follower: LiveFollower;
  publisher: CounterPublisher;
}

/**
 * Removes an image: its objects first, then its record, which moves the counters and leaves a note of what is still to
 * do in the same commit; then that. Whoever dies before the commit leaves the record, and after it the note, so that the
 * next who comes finishes; counters move with the record alone, so they move once.
 */
export async function removeImage(record: ImageRecord, ports: RemovePorts): Promise<void> {
  const original = originalOf(record, ports.objects);
  const names = [...(original === null ? [] : [original]), ...masksOf(record, ports.objects)];
  await Promise.all(names.map((name) => ports.objects.remove(name)));
  await ports.images.remove(record.id);
  const { id, dataset, monitor, session } = record;
  await finishRemoval({ image: id, dataset, monitor, session }, ports);
}

/** `completeRemoval`, which never fails: the image is gone, and the note stays for the next who comes. */
export async function finishRemoval(removal: Removal, ports: RemovePorts): Promise<void> {
  try {
    await completeRemoval(removal, ports);
  } catch (error) {
    log('WARNING', 'removal not finished', { image: removal.image, reason: describeError(error) });
  }
}

/** Brings all that is derived from the records up to date, and takes the note away. */
export async function completeRemoval(removal: Removal, ports: RemovePorts): Promise<void> {
  await Promise.all([ports.publisher.note(removal.dataset), tellSession(removal, ports)]);
  await ports.removals.done(removal.image);
}

async function tellSession({ image, monitor, session }: Removal, ports: RemovePorts): Promise<void> {
  if (session !== '') await ports.sessions.settle(session);
  if (monitor === null) return;
  await Promise.all([
    ports.liveState.forget(monitor, image),
    session === '' ? null : ports.follower.follow(monitor),
  ]);
}
