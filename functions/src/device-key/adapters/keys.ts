import { deviceKeyRecords, isLive } from '../../common/adapters/firestore/people/key-records.ts';
import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { isRecord } from '../../common/adapters/firestore/records/used-ids.ts';
import { monitorRef } from '../../common/adapters/firestore/references.ts';
import { isId } from '../../common/ids.ts';
import type { Permit } from '../../common/model.ts';
import { type KeyRecord, MOST_LIVE } from '../../common/records/key-ports.ts';
import { KeyError } from '../key-error.ts';

/** Whoever runs the command has the project: an administrator, who acts for the owner. */
const deployer = (by: string): Permit => ({ by, judge: ({ owner }) => owner });

/**
 * @param by who creates it
 * @returns the key: 256 random bits
 * @throws KeyError for an unknown monitor and for a third live key
 */
export async function createKey(monitor: string, by: string): Promise<{ key: string; hash: string }> {
  const made = isId(monitor) ? await deviceKeyRecords.create(monitor, {}, deployer(by)) : null;
  if (made === null) throw unknown(monitor);
  if (made === 'too many')
    throw new KeyError(`${monitor} has ${MOST_LIVE} live keys already: revoke one first.`);
  return made;
}

export async function listKeys(monitor: string): Promise<KeyRecord[]> {
  if (!isId(monitor) || !isRecord(await monitorRef(monitor).get())) throw unknown(monitor);
  return deviceKeyRecords.list(monitor);
}

/**
 * @param prefix first characters of the key's hash, as in `list`
 * @param by who revokes it
 * @returns the complete hash
 */
export async function revokeKey(monitor: string, prefix: string, by: string): Promise<{ hash: string }> {
  const found = (await listKeys(monitor)).filter((key) => isLive(key) && key.hash.startsWith(prefix));
  const [key] = found;
  if (!key || found.length > 1) {
    throw new KeyError(
      key ? `More than one key begins with ${prefix}.` : `No live key begins with ${prefix}.`,
    );
  }
  await deviceKeyRecords.revoke(monitor, key.hash, deployer(by));
  return { hash: key.hash };
}

/** Ids of the datasets that cameras of this monitor may write into. */
export const admittedTo = (monitor: string): Promise<string[]> => monitorGrants.datasetsOf(monitor);

const unknown = (monitor: string): KeyError => new KeyError(`There is no monitor ${monitor}.`);
