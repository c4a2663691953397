import type { Caller, DeviceCaller } from '../common/access/caller.ts';
import { admits, answersFor, judge, type Verdict } from '../common/access/permit.ts';
import { access } from '../common/config.ts';
import { type ErrorCode, HttpError } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import type { Dataset, Monitor } from '../common/model.ts';
import type { Monitors } from '../common/ports.ts';
import type { LiveKey } from '../common/records/key-ports.ts';

export interface KeyProof {
  /** @throws HttpError `unauthorized` if the key is no longer live */
  proveKey(keyHash: string): Promise<LiveKey>;
  /** The revision of a monitor's keys, as it was just read: a key that is read afterwards is remembered together with it. */
  noteKeyRevision(monitor: string, revision: number): void;
}

interface Ports extends KeyProof {
  monitors: Pick<Monitors, 'find'>;
}

/**
 * The monitor, if the caller may run it: owner, editor, or a camera with one of its device keys (Contract 8).
 * @throws HttpError `monitor not found` if it does not exist or the caller must not know about it; `forbidden`; `unauthorized`
 */
export async function requireMonitor(caller: Caller, id: string, ports: Ports): Promise<Monitor> {
  if (!isId(id)) throw new HttpError('monitor not found');
  const monitor = await ports.monitors.find(id);
  if (!monitor) throw new HttpError('monitor not found');
  if (caller.kind === 'device' && caller.monitor === id) await requireHolder(caller, monitor, ports);
  else permit(judge(caller, monitor, 'editor'), 'monitor not found');
  return monitor;
}

/** A key ends with the role of whoever answers for it. One that has been remembered for long is read again after any change. */
export async function requireHolder(
  caller: DeviceCaller,
  monitor: Monitor,
  { proveKey, noteKeyRevision }: KeyProof,
): Promise<void> {
  const revision = monitor.keyRevision ?? 0;
  noteKeyRevision(monitor.id, revision);
  const isOutdated = caller.revision !== undefined && caller.revision !== revision;
  if (!isOutdated && isHeld(caller, monitor)) return;
  if (!isHeld(await proveKey(caller.keyHash), monitor)) throw new HttpError('unauthorized');
}

const isHeld = ({ holder }: Pick<LiveKey, 'holder'>, monitor: Monitor): boolean =>
  access() === 'open' || holder === null || answersFor(holder, monitor);

/** The dataset that frames go to. */
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

/** Whether the caller may send this monitor's frames to the dataset: a person by their own role, a camera by a grant. */
export function judgeTarget(caller: Caller, monitor: Monitor, dataset: Dataset): Verdict {
  if (caller.kind !== 'device') return judge(caller, dataset, 'editor');
  return access() === 'open' || admits(dataset, monitor) ? 'yes' : 'hidden';
}

export function permit(verdict: Verdict, hidden: ErrorCode, id?: string): void {
  if (verdict === 'hidden') throw new HttpError(hidden, id === undefined ? {} : { id });
  if (verdict === 'low') throw new HttpError('forbidden');
}
