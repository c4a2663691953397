import { shortHash } from '../../common/http/audit.ts';
import type { KeyRecords } from '../../common/key-ports.ts';
import type { Monitors } from '../../common/ports.ts';
import { requireManaged, type Target } from '../manage/require-managed.ts';

/**
 * The keys of a monitor that are not revoked (Contract 9), in the order of the records: oldest first.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function listKeys(input: Target, ports: { keyRecords: KeyRecords; monitors: Monitors }) {
  const { id } = await requireManaged(input, 'editor', ports);
  const keys = await ports.keyRecords.list(id);
  return keys
    .filter(({ revoked }) => revoked === null)
    .map(({ hash, made, by, lastUsed }) => ({ hash: shortHash(hash), made, by, lastUsed }));
}
