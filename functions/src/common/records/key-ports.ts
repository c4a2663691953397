/** Ports for device keys (Contract 8 and 9). Adapters are in `adapters/`. */

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
   * Uid of the editor who answers for it: it ends when they are no longer an editor of the monitor (Contract 8). Null for
   * keys of earlier versions, which end only by being revoked.
   */
  holder: string | null;
}

export interface KeyRecords {
  /**
   * The key is 256 random bits, returned only here. Its holder is `by`, or the monitor's owner if that is not an editor.
   * Null: the monitor does not exist.
   */
  create(monitor: string, by: string): Promise<{ key: string; hash: string } | 'too many' | null>;
  /** Oldest first, including the newest revoked ones. */
  list(monitor: string): Promise<KeyRecord[]>;
  /** In the same commit the monitor's `keyRevision` rises, by which processes that remember the key notice. */
  revoke(monitor: string, hash: string, by: string): Promise<void>;
  /** Makes this editor, or the owner for an administrator, its holder; `keyRevision` rises too. False: it is gone. */
  take(monitor: string, hash: string, by: string): Promise<boolean>;
}

/** Live keys of one monitor: the camera gets the new one before the old one is revoked. */
export const MOST_LIVE = 2;

/** Device keys of cameras (Contract 8). */
export interface DeviceKeys {
  /**
   * Called for each key that is not cached.
   * @param keyHash hexadecimal SHA-256
   * @returns null for an unknown or revoked one
   */
  find(keyHash: string): Promise<LiveKey | null>;
}

export interface LiveKey extends Pick<KeyRecord, 'holder'> {
  monitor: string;
}
