import type { Caller } from '../../common/access/caller.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { rolesOf } from '../../common/members/people.ts';
import type { ListPage, MonitorRecords } from '../../common/records/record-ports.ts';

/**
 * The monitors that the caller may see (Contract 9: GET monitor), each page sorted by name. `session`: id of the running one, `''` if it is
 * stopped.
 */
export async function listMonitors(
  { caller, page }: { caller: Caller; page: ListPage },
  { monitorRecords }: { monitorRecords: MonitorRecords },
) {
  const uid = uidOf(caller);
  const { records, next } = await monitorRecords.list({ uid, all: seesAll(caller) }, page);
  const monitors = records
    .map((monitor) => ({
      id: monitor.id,
      name: monitor.name,
      dataset: monitor.dataset,
      session: monitor.session,
      expected: monitor.expected,
      // A caller who is not a member but sees the monitor is an administrator.
      role: rolesOf(monitor)[uid] ?? ('owner' as const),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return { monitors, next };
}
