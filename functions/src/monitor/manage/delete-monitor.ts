import { HttpError } from '../../common/errors.ts';
import type { LiveState } from '../../common/live/live-ports.ts';
import { logging } from '../../common/log.ts';
import type { Monitors } from '../../common/ports.ts';
import type { MonitorGrants, MonitorRecords } from '../../common/records/record-ports.ts';
import { mayManage, requireManaged, type Target } from './require-managed.ts';

/**
 * Deletes a stopped monitor with its device keys and its live state; its sessions and images stay (Contract 9: DELETE monitor). Its id is not
 * given again. If this call dies in between, the event of the record's deletion removes the live state.
 * @throws HttpError `monitor running`, `monitor not found`, `forbidden`
 */
export async function deleteMonitor(
  input: Target,
  ports: {
    monitors: Monitors;
    monitorRecords: MonitorRecords;
    monitorGrants: MonitorGrants;
    liveState: LiveState;
  },
): Promise<void> {
  const { id } = await requireManaged(input, 'owner', ports);
  const deleted = await ports.monitorRecords.delete(id, mayManage(input.caller, 'owner'));
  if (deleted === false) throw new HttpError('monitor running');
  // Not before, because frames in flight write it for as long as they find the record.
  await ports.liveState.admit(id, null).catch(logging('WARNING', 'live state not removed', { monitor: id }));
  await ports.monitorGrants.endAll(id);
}
