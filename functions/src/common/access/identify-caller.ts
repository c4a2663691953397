import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { access } from '../config.ts';
import { HttpError } from '../errors.ts';
import { addressOf } from '../http/address.ts';
import type { Caller } from './caller.ts';
import { DATASET_KEY, DEVICE_KEY, hashKey } from './keys.ts';
import { saysGoogle } from './service-account.ts';

/**
 * Identifies the caller from the headers alone. A key costs at most one Firestore read.
 * @param isCompared the route itself compares a device key's `revision` with the monitor's
 * @throws HttpError `unauthorized` if access is required and there are no valid credentials, `rate exceeded` for an address
 *   that tries one unknown key or service account after another
 */
export async function identifyCaller(request: IncomingMessage, isCompared = false): Promise<Caller> {
  const shown = credentialsOf(request.headers);
  if (shown === null) {
    if (access() === 'open') return { kind: 'anyone' };
    throw new HttpError('unauthorized');
  }
  if (DEVICE_KEY.test(shown)) return identifyDevice(hashKey(shown), addressOf(request), isCompared);
  if (DATASET_KEY.test(shown)) return identifyProgram(hashKey(shown), addressOf(request));
  if (saysGoogle(shown)) return identifyService(shown, addressOf(request));
  const { verifyIdToken } = await import('../adapters/id-token.ts');
  return verifyIdToken(shown);
}

async function identifyDevice(keyHash: string, address: string, isCompared: boolean): Promise<Caller> {
  const { proveDeviceKey } = await import('./prove-device-key.ts');
  return { kind: 'device', keyHash, ...(await proveDeviceKey(keyHash, address, isCompared)) };
}

async function identifyProgram(keyHash: string, address: string): Promise<Caller> {
  const { proveDatasetKey } = await import('./prove-dataset-key.ts');
  return { kind: 'program', keyHash, ...(await proveDatasetKey(keyHash, address)) };
}

async function identifyService(token: string, address: string): Promise<Caller> {
  const { verifyGoogleToken } = await import('../adapters/google-token.ts');
  const caller = await verifyGoogleToken(token);
  const { proveServiceAccount } = await import('./prove-service-account.ts');
  await proveServiceAccount(caller.uid, address);
  return caller;
}

function credentialsOf(headers: IncomingHttpHeaders): string | null {
  const deviceKey = headers['x-device-key'];
  if (typeof deviceKey === 'string') return deviceKey;
  const { authorization } = headers;
  if (authorization === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}
