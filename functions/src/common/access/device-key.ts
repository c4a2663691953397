import { createHash } from 'node:crypto';

/** A device key is this prefix and 256 random bits in base64url. */
export const DEVICE_KEY = /^slk_[\w-]{43}$/;

/** Only this hash of a device key is stored: SHA-256, hexadecimal. */
export const hashDeviceKey = (key: string): string => createHash('sha256').update(key).digest('hex');
