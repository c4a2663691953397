import type { Caller } from '../../common/access/caller.ts';
import { judge, permit, type Role } from '../../common/access/permit.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, Monitor, Permit } from '../../common/model.ts';
import type { Datasets, Monitors } from '../../common/ports.ts';
import { FULL, isFull } from '../../common/records/monitor-grants.ts';

/** The monitor of a request, and its caller. */
export interface Target {
  monitor: string;
  caller: Caller;
}

/**
 * The monitor, if the caller is a person with at least this role. A device key can run its monitor, but not manage it.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function requireManaged(
  { monitor: id, caller }: Target,
  role: Role,
  { monitors }: { monitors: Monitors },
): Promise<Monitor> {
  const monitor = isId(id) ? await monitors.find(id) : null;
  if (!monitor) throw new HttpError('monitor not found');
  mayManage(caller, role)(monitor);
  noteLogFields({ monitor: id });
  return monitor;
}

export const mayManage =
  (caller: Caller, role: Role): Permit =>
  (record) =>
    permit(judge(caller, record, role), 'monitor not found');

/**
 * A dataset for a monitor's frames, of which the caller must be an editor.
 * @param id null for none, undefined for no change
 * @throws HttpError `upload dataset`, `forbidden`, `upload invalid`
 */
export async function requireTargetOf<T extends null | undefined>(
  caller: Caller,
  { dataset: id, monitor }: { dataset: string | T; monitor: string },
  { datasets }: { datasets: Datasets },
): Promise<Dataset | T> {
  if (typeof id !== 'string') return id;
  const dataset = isId(id) ? await datasets.find(id) : null;
  if (!dataset) throw new HttpError('upload dataset', { id });
  permit(judge(caller, dataset, 'editor'), 'upload dataset', id);
  if (isFull(dataset.monitors, monitor)) throw new HttpError('upload invalid', { reason: FULL });
  return dataset;
}
