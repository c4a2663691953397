import type { Caller } from '../../common/access/caller.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { rolesOf } from '../../common/people.ts';
import type { MonitorRecords } from '../../common/record-ports.ts';

/**
 * The monitors that the caller may see (Contract 9), sorted by name. `session`: id of the running one, `''` if it is
 * stopped.
 */
export async function listMonitors(
  { caller }: { caller: Caller },
  { monitorRecords }: { monitorRecords: MonitorRecords },
) {
  const uid = uidOf(caller);
  const found = await monitorRecords.list(seesAll(caller) ? null : uid);
  return found
    .map((monitor) => ({
      id: monitor.id,
      name: monitor.name,
      dataset: monitor.dataset,
      session: monitor.session,
      // A caller who is not a member but sees the monitor is an administrator.
      role: rolesOf(monitor)[uid] ?? ('owner' as const),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
