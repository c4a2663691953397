import { uidOf } from '../../common/access/permit-maker.ts';
import { shortHash } from '../../common/http/audit.ts';
import { noteLogFields } from '../../common/log.ts';
import { requireManaged, type Target } from '../manage/require-managed.ts';
import { findKeys, type KeyPorts } from './find-keys.ts';

/**
 * Revokes a device key (Contract 9: DELETE keys). Idempotent.
 * @param input.hash the first 12 characters of its SHA-256, or more
 * @throws HttpError `monitor not found`, `forbidden`, `key not found`
 */
export async function revokeKey(input: Target & { hash: string }, ports: KeyPorts): Promise<void> {
  const { id } = await requireManaged(input, 'editor', ports);
  const { hash } = input;
  for (const key of await findKeys(id, hash, ports))
    if (key.revoked === null) await ports.keyRecords.revoke(id, key.hash, uidOf(input.caller));
  noteLogFields({ key: shortHash(hash) });
}
