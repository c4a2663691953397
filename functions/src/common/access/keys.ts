import { createHash } from 'node:crypto';

/** A key is a prefix, which says whose it is, and 256 random bits in base64url. */
export const DEVICE_KEY = /^slk_[\w-]{43}$/;
/** Of a dataset, for jobs. */
export const DATASET_KEY = /^sld_[\w-]{43}$/;

/** Only this hash of a key is stored: SHA-256, hexadecimal. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
