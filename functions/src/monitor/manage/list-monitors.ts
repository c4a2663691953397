import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { seesAll, uidOf } from '../../common/access/permit-maker.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { listAfter, listLimit } from '../../common/http/input/list-query.ts';
import { rolesOf } from '../../common/members/people.ts';
import type { ListPage } from '../../common/records/record-ports.ts';

export const monitorsQuery = z.object({ limit: listLimit, after: listAfter });

/**
 * The monitors that the caller may see (Contract 9: GET monitor), each page sorted by name. `session`: id of the running one, `''` if it is
 * stopped.
 */
export async function listMonitors({ caller, page }: { caller: Caller; page: ListPage }) {
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
