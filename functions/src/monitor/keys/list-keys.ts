import { answersFor } from '../../common/access/permit.ts';
import { shortHash } from '../../common/http/audit.ts';
import { listKeysOf } from '../../common/keys/manage-keys.ts';
import type { Target } from '../manage/require-managed.ts';
import { keysOfMonitor } from './keys-of-monitor.ts';

/**
 * The keys of a monitor that are not revoked (Contract 9: GET keys), in the order of the records: oldest first.
 * @throws HttpError `monitor not found`, `forbidden`
 */
export async function listKeys(input: Target) {
  const keys = await keysOfMonitor(input);
  return (await listKeysOf(keys)).map(({ hash, made, by, lastUsed, holder }) => ({
    hash: shortHash(hash),
    made,
    by,
    holder: holder ?? (answersFor(by, keys.monitor) ? by : keys.monitor.owner),
    lastUsed,
  }));
}
