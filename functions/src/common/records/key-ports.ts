/** Ports for the keys of monitors (Contract 8 and 9) and of datasets (Contract 17). Adapters are in `adapters/`. */

import type { Permit } from '../model.ts';

/** Only a key's SHA-256 is stored. Times in Unix milliseconds. */
export interface KeyRecord {
  /** Hexadecimal SHA-256. */
  hash: string;
  made: number;
  /** Uid of the person who created it, or the user name at a terminal. */
  by: string;
  /** Day of its last use, `YYYY-MM-DD`; null if it was never used. */
  lastUsed: string | null;
  revoked: number | null;
  /**
   * Uid of the editor of the monitor, or the owner of the dataset, who answers for it: it ends when they are that no longer
   * (Contract 8). Null for device keys of earlier versions, which end only by being revoked.
   */
  holder: string | null;
}

/** Of a dataset's key: what its owner calls it, and the role of the jobs that have it. */
export interface JobRights {
  name: string;
  role: 'viewer' | 'editor';
}

/** @template More what a key has besides */
export interface KeyRecords<More = object> {
  /**
   * The key is 256 random bits, returned only here. Its holder is who answers for what the caller makes; of a dataset's key always
   * the owner. Null: the record does not exist.
   * @throws what `permit` throws
   */
  create(
    record: string,
    more: More,
    permit: Permit,
  ): Promise<{ key: string; hash: string } | 'too many' | null>;
  /** Oldest first, including the newest revoked ones. */
  list(record: string): Promise<(KeyRecord & More)[]>;
  /**
   * In the same commit a monitor's `keyRevision` rises, by which processes that remember the key notice. Null: the record is
   * gone. @throws what `permit` throws
   */
  revoke(record: string, hash: string, permit: Permit): Promise<true | null>;
}

export interface DeviceKeyRecords extends KeyRecords {
  /** Makes the caller, or the owner for an administrator, its holder; `keyRevision` rises too. False: it is not live. @throws what `permit` throws */
  take(monitor: string, hash: string, permit: Permit): Promise<boolean>;
}

/** Live keys of one record: its camera or job gets the new one before the old one is revoked. */
export const MOST_LIVE = 2;

export interface LiveKeys<Key> {
  /**
   * Called for each key that is not cached.
   * @param keyHash hexadecimal SHA-256
   * @returns null for an unknown or revoked one
   */
  find(keyHash: string): Promise<Key | null>;
}

/** Device keys of cameras (Contract 8). */
export interface LiveKey extends Pick<KeyRecord, 'holder'> {
  monitor: string;
}

export interface LiveDatasetKey extends Pick<KeyRecord, 'holder'>, Pick<JobRights, 'role'> {
  dataset: string;
}
