import { HttpError } from '../../common/errors.ts';
import type { Monitors } from '../../common/ports.ts';
import type { KeyRecord, KeyRecords } from '../../common/records/key-ports.ts';

export interface KeyPorts {
  keyRecords: KeyRecords;
  monitors: Monitors;
}

/**
 * The keys of a monitor whose SHA-256 begins so: at least 12 characters.
 * @throws HttpError `key not found` if there is none
 */
export async function findKeys(
  monitor: string,
  hash: string,
  { keyRecords }: KeyPorts,
): Promise<KeyRecord[]> {
  const keys = /^[0-9a-f]{12,64}$/.test(hash) ? await keyRecords.list(monitor) : [];
  const found = keys.filter((key) => key.hash.startsWith(hash));
  if (found.length === 0) throw new HttpError('key not found', { id: hash });
  return found;
}
