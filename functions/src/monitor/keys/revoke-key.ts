import { revokeKeyOf } from '../../common/keys/manage-keys.ts';
import type { Target } from '../manage/require-managed.ts';
import { keysOfMonitor } from './keys-of-monitor.ts';

/**
 * Revokes a device key (Contract 9: DELETE keys). Idempotent.
 * @param input.hash the first 12 characters of its SHA-256, or more
 * @throws HttpError `monitor not found`, `forbidden`, `key not found`
 */
export async function revokeKey(input: Target & { hash: string }): Promise<void> {
  await revokeKeyOf(await keysOfMonitor(input), input.hash);
}
