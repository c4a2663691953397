import type { Caller } from '../common/access/caller.ts';
import { judge, judgeUid, type Verdict } from '../common/access/permit.ts';
import { access } from '../common/config.ts';
import { Refusal, type RowName } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import type { Dataset, Monitor } from '../common/model.ts';
import type { DeviceKeys, Monitors } from '../common/ports.ts';

interface Ports {
  monitors: Monitors;
  deviceKeys: DeviceKeys;
}

/**
 * The monitor, when the caller may run it: owner, editor, or a camera with one of its device keys (Contract 8).
 * @throws Refusal `monitor not found` for a missing one and for one the caller must not know of; `forbidden`
 */
export async function requireMonitor(caller: Caller, id: string, ports: Ports): Promise<Monitor> {
  if (!isId(id)) throw new Refusal('monitor not found');
  // Both reads travel together, whatever the first one finds: the work done must not tell what exists.
  const [monitor, holdsKey] = await Promise.all([ports.monitors.find(id), holdsDeviceKey(caller, id, ports)]);
  if (!monitor) throw new Refusal('monitor not found');
  if (!holdsKey) permit(judge(caller, monitor, 'editor'), 'monitor not found');
  return monitor;
}

/**
 * The dataset that frames go to. A camera acts in the name of its monitor: the monitor's default dataset, or one that the
 * monitor's owner may edit.
 */
export function requireTarget(
  caller: Caller,
  monitor: Monitor,
  id: string,
  dataset: Dataset | null,
): Dataset {
  if (!dataset) throw new Refusal('upload dataset', { id });
  const verdict = caller.kind === 'device' ? judgeDevice(monitor, dataset) : judge(caller, dataset, 'editor');
  permit(verdict, 'upload dataset', id);
  return dataset;
}

export const judgeDevice = (monitor: Monitor, dataset: Dataset): Verdict =>
  access() === 'open' || monitor.dataset === dataset.id ? 'yes' : judgeUid(monitor.owner, dataset, 'editor');

export const holdsDeviceKey = async (caller: Caller, monitor: string, ports: Ports): Promise<boolean> =>
  caller.kind === 'device' && (await ports.deviceKeys.holds(monitor, caller.keyHash));

export function permit(verdict: Verdict, hidden: RowName, id?: string): void {
  if (verdict === 'hidden') throw new Refusal(hidden, id === undefined ? {} : { id });
  if (verdict === 'low') throw new Refusal('forbidden');
}
