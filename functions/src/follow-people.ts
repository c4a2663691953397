/**
 * The functions `people-dataset` and `people-monitor`, called after such a record was written. Security rules cannot read
 * records, so they use copies of `owner` and `members`; these functions update the copies, no matter who changed the record.
 */

import { ANY_DEVICE, deviceName } from './common/access/keys.ts';
import { answersFor } from './common/access/permit.ts';
import { deviceKeyRecords } from './common/adapters/firestore/people/key-records.ts';
import { people } from './common/adapters/firestore/people/people.ts';
import { monitorRecords } from './common/adapters/firestore/records/monitor-records.ts';
import { liveCommands } from './common/adapters/live-commands.ts';
import { liveState } from './common/adapters/live-state.ts';
import { access } from './common/config.ts';
import type { Membership } from './common/model.ts';

export async function followDataset(id: string): Promise<void> {
  await follow(
    () => people.keepOfDataset(id),
    (people) => liveState.admitReviewers(id, people),
  );
}

export async function followMonitor(id: string): Promise<void> {
  await follow(
    () => people.keepOfMonitor(id),
    async (people) => {
      // A deletion that was cut ends here.
      if (people === null) await monitorRecords.purgeBelow(id);
      else await endDevices(id, people);
      return liveState.admit(id, people);
    },
  );
}

/** Devices that listen with a key that has ended (Contract 19). Each change of a key changes its monitor too. */
async function endDevices(monitor: string, people: Membership): Promise<void> {
  const devices = await liveCommands.devices(monitor);
  if (devices.length === 0) return;
  const keys = await deviceKeyRecords.list(monitor);
  const isHeld = (holder: string | null) => holder === null || answersFor(holder, people);
  const live = keys.filter(
    ({ revoked, holder }) => revoked === null && (access() === 'open' || isHeld(holder)),
  );
  const names = new Set([
    ...live.map(({ hash }) => deviceName(hash)),
    ...(access() === 'open' ? [ANY_DEVICE] : []),
  ]);
  const ended = devices.filter((device) => !names.has(device));
  if (ended.length > 0) await liveCommands.endDevices(monitor, ended);
}

/** Events come in any order and concurrently: after a write the record is read again, so that the last write is right. */
async function follow(
  read: () => Promise<Membership | null>,
  admit: (people: Membership | null) => Promise<boolean>,
): Promise<void> {
  let people = await read();
  while (await admit(people)) people = await read();
}
