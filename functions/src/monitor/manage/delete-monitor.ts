import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { liveState } from '../../common/adapters/live-state.ts';
import { HttpError } from '../../common/errors.ts';
import { logging } from '../../common/log.ts';
import { mayManage, requireManaged, type Target } from './require-managed.ts';

/**
 * Deletes a stopped monitor with its device keys and its live state; its sessions and images stay (Contract 9: DELETE monitor). Its id is not
 * given again. If this call dies in between, the event of the record's deletion removes the live state.
 * @throws HttpError `monitor running`, `monitor not found`, `forbidden`
 */
export async function deleteMonitor(input: Target): Promise<void> {
  const { id } = await requireManaged(input, 'owner');
  const deleted = await monitorRecords.delete(id, mayManage(input.caller, 'owner'));
  if (deleted === false) throw new HttpError('monitor running');
  // Not before, because frames in flight write it for as long as they find the record.
  await liveState.admit(id, null).catch(logging('WARNING', 'live state not removed', { monitor: id }));
  await monitorGrants.endAll(id);
}
