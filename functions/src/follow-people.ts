/**
 * The functions `people-dataset` and `people-monitor`, called after such a record was written. Security rules cannot read
 * records, so they use copies of `owner` and `members`; these functions update the copies, no matter who changed the record.
 */
import type { Membership } from './common/model.ts';
import { ports } from './wiring.ts';

export async function followDataset(id: string): Promise<void> {
  await follow(
    () => ports.people.keepOfDataset(id),
    (people) => ports.liveState.admitReviewers(id, people),
  );
}

export async function followMonitor(id: string): Promise<void> {
  await follow(
    () => ports.people.keepOfMonitor(id),
    async (people) => {
      // A deletion that was cut ends here.
      if (people === null) await ports.monitorRecords.purgeBelow(id);
      return ports.liveState.admit(id, people);
    },
  );
}

/** Events come in any order and concurrently: after a write the record is read again, so that the last write is right. */
async function follow(
  read: () => Promise<Membership | null>,
  admit: (people: Membership | null) => Promise<boolean>,
): Promise<void> {
  let people = await read();
  while (await admit(people)) people = await read();
}
