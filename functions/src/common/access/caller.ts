/** Who is calling (Contract 8). What a caller may do is decided where the record is read: see permit.ts. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { access } from '../config.ts';
import { HttpError } from '../errors.ts';
import { addressOf } from '../http/address.ts';
import type { LiveKey } from '../key-ports.ts';
import { ports } from '../wiring.ts';
import { DEVICE_KEY, hashDeviceKey } from './device-key.ts';

export interface Person {
  kind: 'person';
  uid: string;
  admin: boolean;
  /** The claim that allows creating datasets and monitors. */
  creator?: boolean;
  permissions: readonly string[];
  /** Verified, in lower case. */
  email?: string;
}

/** A camera with a live device key of this monitor. */
export interface DeviceCaller extends LiveKey {
  kind: 'device';
  keyHash: string;
  /** The key counts only if this is the monitor's `keyRevision`: see prove-device-key.ts. */
  revision?: number;
}

export type Caller =
  /** Access is open: the local stack. */
  { kind: 'anyone' } | Person | DeviceCaller;

/** For routes that need no credentials: whatever the caller sends is ignored and allows nothing. */
export const NOBODY: Caller = { kind: 'person', uid: '', admin: false, permissions: [] };

/**
 * What counts as one caller where room or calls are shared out.
 * @param address stands for those who are nobody in particular
 */
export function nameOf(caller: Caller, address: string): string {
  if (caller.kind === 'device') return `device ${caller.keyHash}`;
  return caller.kind === 'person' && caller.uid !== '' ? `person ${caller.uid}` : `address ${address}`;
}

/**
 * Identifies the caller from the headers alone. A device key costs at most one Firestore read.
 * @param isCompared the route itself compares a device key's `revision` with the monitor's
 * @throws HttpError `unauthorized` if access is required and there are no valid credentials, `rate exceeded` for an address
 *   that tries one unknown key after another
 */
export async function identifyCaller(request: IncomingMessage, isCompared = false): Promise<Caller> {
  const shown = credentialsOf(request.headers);
  if (shown === null) {
    if (access() === 'open') return { kind: 'anyone' };
    throw new HttpError('unauthorized');
  }
  if (DEVICE_KEY.test(shown)) return identifyDevice(hashDeviceKey(shown), addressOf(request), isCompared);
  const verifyIdToken = await ports.verifyIdToken();
  return verifyIdToken(shown);
}

async function identifyDevice(keyHash: string, address: string, isCompared: boolean): Promise<Caller> {
  const { proveDeviceKey } = await import('./prove-device-key.ts');
  return { kind: 'device', keyHash, ...(await proveDeviceKey(keyHash, address, isCompared)) };
}

function credentialsOf(headers: IncomingHttpHeaders): string | null {
  const deviceKey = headers['x-device-key'];
  if (typeof deviceKey === 'string') return deviceKey;
  const { authorization } = headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
