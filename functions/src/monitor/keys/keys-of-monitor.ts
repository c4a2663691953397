import type { KeysOf } from '../../common/keys/manage-keys.ts';
import type { Monitor } from '../../common/model.ts';
import type { Monitors } from '../../common/ports.ts';
import type { DeviceKeyRecords } from '../../common/records/key-ports.ts';
import { mayManage, requireManaged, type Target } from '../manage/require-managed.ts';

export interface KeyPorts {
  keyRecords: DeviceKeyRecords;
  monitors: Monitors;
}

/**
 * The keys of a monitor of which the caller is an editor.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function keysOfMonitor(
  target: Target,
  { keyRecords, monitors }: KeyPorts,
): Promise<KeysOf & { monitor: Monitor }> {
  const monitor = await requireManaged(target, 'editor', { monitors });
  const errors = {
    'record gone': 'monitor not found',
    enough: 'keys enough',
    'key gone': 'key not found',
  } as const;
  return { id: monitor.id, keyRecords, errors, permit: mayManage(target.caller, 'editor'), monitor };
}
