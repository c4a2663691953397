import type { Caller } from '../../common/access/caller.ts';
import { judge, type Role, rightOf } from '../../common/access/permit.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Monitor, Permit } from '../../common/model.ts';
import { FULL, isFull } from '../../common/records/monitor-grants.ts';
import type { Target as NamedDataset, NoTarget } from '../../common/records/record-ports.ts';

/** The monitor of a request, and its caller. */
export interface Target {
  monitor: string;
  caller: Caller;
}

/**
 * The monitor, if the caller is a person with at least this role. A device key can run its monitor, but not manage it.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function requireManaged({ monitor: id, caller }: Target, role: Role): Promise<Monitor> {
  const monitor = isId(id) ? await monitors.find(id) : null;
  if (!monitor) throw new HttpError('monitor not found');
  mayManage(caller, role).judge(monitor);
  noteLogFields({ monitor: id });
  return monitor;
}

export const mayManage = (caller: Caller, role: Role): Permit =>
  rightOf(caller, (record) => judge(caller, record, role), 'monitor not found');

/**
 * A dataset for a monitor's frames, of which the caller must be an editor.
 * @param id null for none, undefined for no change
 * @throws HttpError `upload dataset`, `forbidden`, `upload invalid`
 */
export async function requireTargetOf<T extends null | undefined>(
  caller: Caller,
  { dataset: id, monitor }: { dataset: string | T; monitor: string },
): Promise<NamedDataset | T> {
  if (typeof id !== 'string') return id;
  const dataset = isId(id) ? await datasets.find(id) : null;
  if (!dataset) throw new HttpError('upload dataset', { id });
  const permit = rightOf(caller, (record) => judge(caller, record, 'editor'), 'upload dataset', id);
  permit.judge(dataset);
  if (isFull(dataset.monitors, monitor)) throw refuseTarget('full', id);
  return { id, permit };
}

export const refuseTarget = (why: NoTarget, id: string): HttpError =>
  why === 'full'
    ? new HttpError('upload invalid', { reason: FULL })
    : new HttpError('upload dataset', { id });
