import { deviceKeyRecords } from '../../common/adapters/firestore/people/key-records.ts';
import type { KeysOf } from '../../common/keys/manage-keys.ts';
import type { Monitor } from '../../common/model.ts';
import { mayManage, requireManaged, type Target } from '../manage/require-managed.ts';

/**
 * The keys of a monitor of which the caller is an editor.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function keysOfMonitor(target: Target): Promise<KeysOf & { monitor: Monitor }> {
  const monitor = await requireManaged(target, 'editor');
  const errors = {
    'record gone': 'monitor not found',
    enough: 'keys enough',
    'key gone': 'key not found',
  } as const;
  return {
    id: monitor.id,
    keyRecords: deviceKeyRecords,
    errors,
    permit: mayManage(target.caller, 'editor'),
    monitor,
  };
}
