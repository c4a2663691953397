/** What a camera's device key allows (Contract 8). */

import { access } from '../config.ts';
import { type ErrorCode, HttpError } from '../errors.ts';
import type { Dataset, Monitor } from '../model.ts';
import type { LiveKey } from '../records/key-ports.ts';
import type { Caller, DeviceCaller } from './caller.ts';
import { admits, answersFor, judge, judgeUid, permit, type Verdict } from './permit.ts';
import { noteKeyRevision, proveAnew } from './prove-device-key.ts';

/** A key ends with the role of whoever answers for it. One that has been remembered for long is read again after any change. */
export async function requireHolder(caller: DeviceCaller, monitor: Monitor): Promise<void> {
  const revision = monitor.keyRevision ?? 0;
  noteKeyRevision(monitor.id, revision);
  const isOutdated = caller.revision !== undefined && caller.revision !== revision;
  if (!isOutdated && isHeld(caller, monitor)) return;
  if (!isHeld(await proveAnew(caller.keyHash), monitor)) throw new HttpError('unauthorized');
}

const isHeld = ({ holder }: Pick<LiveKey, 'holder'>, monitor: Monitor): boolean =>
  access() === 'open' || holder === null || answersFor(holder, monitor);

/** Whether the caller may send this monitor's frames to the dataset: a person by their own role, a camera by a grant. */
export function judgeTarget(caller: Caller, monitor: Monitor, dataset: Dataset): Verdict {
  if (caller.kind !== 'device') return judge(caller, dataset, 'editor');
  return access() === 'open' || admits(dataset, monitor) ? 'yes' : 'hidden';
}

/**
 * The same, or an error. A camera learns that its dataset does not admit it if the owner of its monitor and whoever holds its key
 * may see the dataset anyway: frames can be held until somebody admits it, which frames for a dataset that does not exist cannot.
 * @param hidden the error for a dataset that the caller must not know about
 * @throws HttpError `camera not admitted`, `forbidden`, `hidden`
 */
export function permitTarget(
  caller: Caller,
  { monitor, dataset }: { monitor: Monitor; dataset: Dataset },
  hidden: ErrorCode,
  id?: string,
): void {
  const verdict = judgeTarget(caller, monitor, dataset);
  if (caller.kind === 'device' && verdict === 'hidden') {
    const known = [monitor.owner, caller.holder ?? monitor.owner];
    if (known.every((uid) => judgeUid(uid, dataset, 'viewer') === 'yes'))
      throw new HttpError('camera not admitted');
  }
  permit(verdict, hidden, id);
}
