/** Who calls (Contract 8). What a caller may do is decided where the record is read: see permit.ts. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { access } from '../config.ts';
import { Refusal } from '../errors.ts';

export type Caller =
  /** Access is open: the local stack. */
  | { kind: 'anyone' }
  | { kind: 'person'; uid: string; admin: boolean; permissions: readonly string[] }
  /** A camera that shows a device key; it is checked against the monitor it speaks for. */
  | { kind: 'device'; keyHash: string };

/** 256 random bits in base64url behind this prefix. */
export const DEVICE_KEY = /^slk_[\w-]{43}$/;

/** Only the hash of a device key is stored. Hexadecimal SHA-256. */
export const hashDeviceKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * @throws Refusal `unauthorized` when access is required and no valid credentials are shown
 */
export async function identifyCaller(headers: IncomingHttpHeaders): Promise<Caller> {
  const shown = credentialsOf(headers);
  if (shown === null) {
    if (access() === 'open') return { kind: 'anyone' };
    throw new Refusal('unauthorized');
  }
  if (DEVICE_KEY.test(shown)) return { kind: 'device', keyHash: hashDeviceKey(shown) };
  const { verifyIdToken } = await import('../adapters/id-token.ts');
  return verifyIdToken(shown);
}

function credentialsOf(headers: IncomingHttpHeaders): string | null {
  const deviceKey = headers['x-device-key'];
  if (typeof deviceKey === 'string') return deviceKey;
  const { authorization } = headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
