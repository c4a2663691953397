import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { access } from '../config.ts';
import { HttpError } from '../errors.ts';
import { addressOf } from '../http/address.ts';
import { ports } from '../wiring.ts';
import type { Caller } from './caller.ts';
import { DEVICE_KEY, hashDeviceKey } from './device-key.ts';

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
