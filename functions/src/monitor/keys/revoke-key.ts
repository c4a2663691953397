import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { shortHash } from '../../common/http/audit.ts';
import type { KeyRecords } from '../../common/key-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Monitors } from '../../common/ports.ts';
import { requireManaged, type Target } from '../manage/require-managed.ts';

/**
 * Revokes a device key (Contract 9). Idempotent.
 * @param input.hash the first 12 characters of its SHA-256, or more
 * @throws HttpError `monitor not found`, `forbidden`, `key not found`
 */
export async function revokeKey(
  input: Target & { hash: string },
  ports: { keyRecords: KeyRecords; monitors: Monitors },
): Promise<void> {
  const { id } = await requireManaged(input, 'editor', ports);
  const { hash } = input;
  const keys = /^[0-9a-f]{12,64}$/.test(hash) ? await ports.keyRecords.list(id) : [];
  const found = keys.filter((key) => key.hash.startsWith(hash));
  if (found.length === 0) throw new HttpError('key not found', { id: hash });
  for (const key of found)
    if (key.revoked === null) await ports.keyRecords.revoke(id, key.hash, uidOf(input.caller));
  noteLogFields({ key: shortHash(hash) });
}
