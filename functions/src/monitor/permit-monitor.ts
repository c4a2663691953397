import * as z from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { judge, permit } from '../common/access/permit.ts';
import { permitTarget, requireHolder } from '../common/access/permit-camera.ts';
import { proveAnew } from '../common/access/prove-device-key.ts';
import { HttpError } from '../common/errors.ts';
import { id as idField } from '../common/http/input/fields.ts';
import { isId } from '../common/ids.ts';
import type { Dataset, Monitor } from '../common/model.ts';
import { monitors } from './monitor-cache.ts';

export const monitorPath = z.object({ monitor_id: idField('Monitor id') });

/**
 * The monitor, if the caller may run it: owner, editor, or a camera with one of its device keys (Contract 8).
 * @throws HttpError `monitor not found` if it does not exist or the caller must not know about it; `forbidden`; `unauthorized`
 */
export async function requireMonitor(caller: Caller, id: string, find = monitors.find): Promise<Monitor> {
  if (!isId(id)) throw new HttpError('monitor not found');
  const monitor = await find(id);
  if (!monitor) throw new HttpError('monitor not found');
  if (caller.kind === 'device' && caller.monitor === id) await requireHolder(caller, monitor);
  else permit(judge(caller, monitor, 'editor'), 'monitor not found');
  return monitor;
}

/** The same after a while, in which the key of a camera may have ended. */
export async function requireMonitorStill(caller: Caller, id: string): Promise<Monitor> {
  const isCamera = caller.kind === 'device';
  const now = isCamera ? { ...caller, ...(await proveAnew(caller.keyHash)) } : caller;
  return requireMonitor(now, id);
}

/** The dataset that frames go to. */
export function requireTarget(
  caller: Caller,
  monitor: Monitor,
  id: string,
  dataset: Dataset | null,
): Dataset {
  if (!dataset) throw new HttpError('upload dataset', { id });
  permitTarget(caller, { monitor, dataset }, 'upload dataset', id);
  return dataset;
}
