import type { Caller } from '../common/access/caller.ts';
import { judge, judgeUid, type Verdict } from '../common/access/permit.ts';
import { access } from '../common/config.ts';
import { type ErrorCode, HttpError } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import type { Dataset, Monitor } from '../common/model.ts';
import type { Monitors } from '../common/ports.ts';

interface Ports {
  monitors: Pick<Monitors, 'find'>;
}

/**
 * The monitor, if the caller may run it: owner, editor, or a camera with one of its device keys (Contract 8).
 * @throws HttpError `monitor not found` if it does not exist or the caller must not know about it; `forbidden`
 */
export async function requireMonitor(caller: Caller, id: string, ports: Ports): Promise<Monitor> {
  if (!isId(id)) throw new HttpError('monitor not found');
  const monitor = await ports.monitors.find(id);
  if (!monitor) throw new HttpError('monitor not found');
  if (!speaksFor(caller, id)) permit(judge(caller, monitor, 'editor'), 'monitor not found');
  return monitor;
}

/**
 * The dataset that frames go to. A camera acts on behalf of its monitor: it may use the monitor's default dataset, and
 * those that the monitor's owner may edit.
 */
export function requireTarget(
  caller: Caller,
  monitor: Monitor,
  id: string,
  dataset: Dataset | null,
): Dataset {
  if (!dataset) throw new HttpError('upload dataset', { id });
  permit(judgeTarget(caller, monitor, dataset), 'upload dataset', id);
  return dataset;
}

/** Whether the caller may send this monitor's frames to the dataset. */
export const judgeTarget = (caller: Caller, monitor: Monitor, dataset: Dataset): Verdict =>
  caller.kind === 'device' ? judgeDevice(monitor, dataset) : judge(caller, dataset, 'editor');

export const judgeDevice = (monitor: Monitor, dataset: Dataset): Verdict =>
  access() === 'open' || monitor.dataset === dataset.id ? 'yes' : judgeUid(monitor.owner, dataset, 'editor');

/** Whether the caller is a camera with a key of this monitor. */
export const speaksFor = (caller: Caller, monitor: string): boolean =>
  caller.kind === 'device' && caller.monitor === monitor;

export function permit(verdict: Verdict, hidden: ErrorCode, id?: string): void {
  if (verdict === 'hidden') throw new HttpError(hidden, id === undefined ? {} : { id });
  if (verdict === 'low') throw new HttpError('forbidden');
}
