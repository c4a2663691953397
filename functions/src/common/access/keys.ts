import { createHash } from 'node:crypto';

/** A key is a prefix, which says whose it is, and 256 random bits in base64url. */
export const DEVICE_KEY = /^slk_[\w-]{43}$/;
/** Of a dataset, for programs. */
export const DATASET_KEY = /^sld_[\w-]{43}$/;

/** Only this hash of a key is stored: SHA-256, hexadecimal. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** How the Realtime Database calls the device that has a key (Contract 19): half of the hash, since rules show it to nobody. */
export const deviceName = (keyHash: string): string => keyHash.slice(0, 32);

/** The same for those that need no key, on the local stack. */
export const ANY_DEVICE = 'any';
