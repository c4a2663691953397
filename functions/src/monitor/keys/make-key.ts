import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { shortHash } from '../../common/http/audit.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Monitors } from '../../common/ports.ts';
import type { KeyRecords } from '../../common/records/key-ports.ts';
import { requireManaged, type Target } from '../manage/require-managed.ts';

/**
 * Creates a device key (Contract 9: POST keys). The key itself is returned only here.
 * @throws HttpError `monitor not found`, `forbidden`, `keys enough`
 */
export async function makeKey(
  input: Target,
  ports: { keyRecords: KeyRecords; monitors: Monitors },
): Promise<{ key: string; hash: string }> {
  const { id } = await requireManaged(input, 'editor', ports);
  const made = await ports.keyRecords.create(id, uidOf(input.caller));
  if (made === null) throw new HttpError('monitor not found');
  if (made === 'too many') throw new HttpError('keys enough');
  noteLogFields({ key: shortHash(made.hash) });
  return { key: made.key, hash: shortHash(made.hash) };
}
