import { makeKeyOf } from '../../common/keys/manage-keys.ts';
import type { Target } from '../manage/require-managed.ts';
import { keysOfMonitor } from './keys-of-monitor.ts';

/**
 * Creates a device key (Contract 9: POST keys). The key itself is returned only here.
 * @throws HttpError `monitor not found`, `forbidden`, `keys enough`
 */
export async function makeKey(input: Target): Promise<{ key: string; hash: string }> {
  return makeKeyOf(await keysOfMonitor(input), {});
}
