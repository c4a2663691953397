/** What the routes for keys of monitors and of datasets share (Contract 9 and 17). Who may call them is decided before. */
import { type ErrorCode, HttpError } from '../errors.ts';
import { shortHash } from '../http/audit.ts';
import { noteLogFields } from '../log.ts';
import type { Permit } from '../model.ts';
import type { KeyRecord, KeyRecords } from '../records/key-ports.ts';

/** The keys of one record, and the errors of its area. */
export interface KeysOf<More = object> {
  id: string;
  keyRecords: KeyRecords<More>;
  errors: Readonly<Record<'record gone' | 'enough' | 'key gone', ErrorCode>>;
  permit: Permit;
}

/** @returns the key itself, which is returned only here */
export async function makeKeyOf<More>(
  { id, keyRecords, errors, permit }: KeysOf<More>,
  more: More,
): Promise<{ key: string; hash: string }> {
  const made = await keyRecords.create(id, more, permit);
  if (made === null) throw new HttpError(errors['record gone'], { id });
  if (made === 'too many') throw new HttpError(errors.enough, {});
  noteLogFields({ key: shortHash(made.hash) });
  return { key: made.key, hash: shortHash(made.hash) };
}

/** Those that are not revoked, oldest first. */
export async function listKeysOf<More>({ id, keyRecords }: KeysOf<More>): Promise<(KeyRecord & More)[]> {
  return (await keyRecords.list(id)).filter(({ revoked }) => revoked === null);
}

/** Those whose SHA-256 begins so: at least 12 characters. */
export async function findKeysOf<More>(
  { id, keyRecords, errors }: KeysOf<More>,
  hash: string,
): Promise<KeyRecord[]> {
  const keys = /^[0-9a-f]{12,64}$/.test(hash) ? await keyRecords.list(id) : [];
  const found = keys.filter((key) => key.hash.startsWith(hash));
  if (found.length === 0) throw new HttpError(errors['key gone'], { id: hash });
  return found;
}

/** Idempotent. */
export async function revokeKeyOf<More>(of: KeysOf<More>, hash: string): Promise<void> {
  const { id, keyRecords, errors, permit } = of;
  for (const key of await findKeysOf(of, hash))
    if (key.revoked === null && (await keyRecords.revoke(id, key.hash, permit)) === null)
      throw new HttpError(errors['record gone'], { id });
  noteLogFields({ key: shortHash(hash) });
}
