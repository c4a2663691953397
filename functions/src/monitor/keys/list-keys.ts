import { answeringFor } from '../../common/access/permit.ts';
import { shortHash } from '../../common/http/audit.ts';
import type { Monitors } from '../../common/ports.ts';
import type { KeyRecords } from '../../common/records/key-ports.ts';
import { requireManaged, type Target } from '../manage/require-managed.ts';

/**
 * The keys of a monitor that are not revoked (Contract 9: GET keys), in the order of the records: oldest first.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function listKeys(input: Target, ports: { keyRecords: KeyRecords; monitors: Monitors }) {
  const monitor = await requireManaged(input, 'editor', ports);
  const keys = await ports.keyRecords.list(monitor.id);
  return keys
    .filter(({ revoked }) => revoked === null)
    .map(({ hash, made, by, lastUsed, holder }) => ({
      hash: shortHash(hash),
      made,
      by,
      holder: holder ?? answeringFor(by, monitor),
      lastUsed,
    }));
}
