/** Keys of a dataset, with which programs call (Contract 17). The owner makes them. */

import { datasetKeyRecords } from '../../common/adapters/firestore/people/key-records.ts';
import { shortHash } from '../../common/http/audit.ts';
import { type KeysOf, listKeysOf, makeKeyOf, revokeKeyOf } from '../../common/keys/manage-keys.ts';
import type { JobRights } from '../../common/records/key-ports.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';

const errors = {
  'record gone': 'dataset not found',
  enough: 'dataset keys enough',
  'key gone': 'no such key',
} as const;

/** @throws HttpError `dataset not found`, `forbidden` */
async function keysOf(target: Target): Promise<KeysOf<JobRights>> {
  const { id } = await requireDataset(target, 'owner');
  return { id, keyRecords: datasetKeyRecords, errors, permit: mayUse(target, 'owner') };
}

/**
 * Creates a key. The key itself is returned only here.
 * @throws HttpError `dataset not found`, `forbidden`, `dataset keys enough`
 */
export async function makeKey(input: Target & { rights: JobRights }): Promise<{ key: string; hash: string }> {
  return makeKeyOf(await keysOf(input), input.rights);
}

/**
 * The keys that are not revoked, oldest first.
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function listKeys(input: Target) {
  const keys = await listKeysOf(await keysOf(input));
  return keys.map(({ hash, name, role, made, by, lastUsed }) => ({
    hash: shortHash(hash),
    name,
    role,
    made,
    by,
    lastUsed,
  }));
}

/**
 * Revokes a key. Idempotent.
 * @param input.hash the first 12 characters of its SHA-256, or more
 * @throws HttpError `dataset not found`, `forbidden`, `no such key`
 */
export async function revokeKey(input: Target & { hash: string }): Promise<void> {
  await revokeKeyOf(await keysOf(input), input.hash);
}
