import { deviceKeyRecords } from '../../common/adapters/firestore/people/key-records.ts';
import { HttpError } from '../../common/errors.ts';
import { shortHash } from '../../common/http/audit.ts';
import { findKeysOf } from '../../common/keys/manage-keys.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Target } from '../manage/require-managed.ts';
import { keysOfMonitor } from './keys-of-monitor.ts';

/**
 * The caller answers for a live device key from now on, so that it does not end with the role of whoever did so before
 * (Contract 8). Idempotent.
 * @param input.hash the first 12 characters of its SHA-256, or more
 * @throws HttpError `monitor not found`, `forbidden`, `key not found`
 */
export async function takeKey(input: Target & { hash: string }): Promise<void> {
  const keys = await keysOfMonitor(input);
  for (const { hash, revoked } of await findKeysOf(keys, input.hash))
    if (revoked !== null || !(await deviceKeyRecords.take(keys.id, hash, keys.permit)))
      throw new HttpError('key not found', { id: input.hash });
  noteLogFields({ key: shortHash(input.hash) });
}
