/** Who is calling (Contract 8). What a caller may do is decided where the record is read: see permit.ts. */
import type { LiveDatasetKey, LiveKey } from '../records/key-ports.ts';

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

/** A program with a live key of this dataset (Contract 17). */
export interface ProgramCaller extends LiveDatasetKey {
  kind: 'program';
  keyHash: string;
}

/** A program that calls as a service account, with the roles that datasets give to its address (Contract 17). */
export interface ServiceCaller {
  kind: 'service';
  /** Its address, in lower case, which stands wherever a uid does. */
  uid: string;
}

export type Caller =
  /** Access is open: the local stack. */
  { kind: 'anyone' } | Person | DeviceCaller | ProgramCaller | ServiceCaller;

/**
 * Uid of the one account whose tokens cameras get for the Realtime Database (Contract 19). It is nobody's: such a token opens no
 * route.
 */
export const CAMERA = 'sightline-camera';

/** For routes that need no credentials: whatever the caller sends is ignored and allows nothing. */
export const NOBODY: Caller = { kind: 'person', uid: '', admin: false, permissions: [] };

/**
 * What counts as one caller where room or calls are shared out.
 * @param address stands for those who are nobody in particular
 */
export function nameOf(caller: Caller, address: string): string {
  if ('keyHash' in caller) return `${caller.kind} ${caller.keyHash}`;
  return 'uid' in caller && caller.uid !== '' ? `${caller.kind} ${caller.uid}` : `address ${address}`;
}
