import { HttpError } from '../../common/errors.ts';
import type { Monitors } from '../../common/ports.ts';
import type { MonitorGrants, MonitorRecords } from '../../common/record-ports.ts';
import { requireManaged, type Target } from './require-managed.ts';

/**
 * Deletes a stopped monitor with its device keys; its sessions and images stay (Contract 9).
 * @throws HttpError `monitor running`, `monitor not found`, `forbidden`
 */
export async function deleteMonitor(
  input: Target,
  ports: { monitors: Monitors; monitorRecords: MonitorRecords; monitorGrants: MonitorGrants },
): Promise<void> {
  const { id } = await requireManaged(input, 'owner', ports);
  if ((await ports.monitorRecords.delete(id)) === false) throw new HttpError('monitor running');
  await ports.monitorGrants.endAll(id);
}
