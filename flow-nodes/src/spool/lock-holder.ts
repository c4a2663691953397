/** Who holds the lock of a spool folder, and whether that process is certainly gone. */
import { randomBytes } from 'node:crypto';
import {
  beginOf,
  isInUse,
  type Place,
  thisPlace,
} from '../../../packages/git/src/storage/process-identity.ts';

export interface LockHolder extends Place {
  pid: number;
  /** When the process began, in ticks since the boot; '' if the system does not provide it. */
  began: string;
  /** Unique to each lock. */
  nonce: string;
}

const UNKNOWN = { host: '', boot: '', namespace: '', began: '' };

/** Locks of this process. */
const own = new Set<string>();

export function describeHolder(): LockHolder {
  const nonce = randomBytes(8).toString('hex');
  return { pid: process.pid, ...thisPlace(), began: beginOf(process.pid), nonce };
}

export const keepOwn = ({ nonce }: LockHolder): unknown => own.add(nonce);
export const dropOwn = ({ nonce }: LockHolder): unknown => own.delete(nonce);
export const isOwn = ({ nonce }: LockHolder): boolean => own.has(nonce);

export function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    const isWhole = typeof holder?.pid === 'number' && typeof holder.nonce === 'string';
    return isWhole ? { ...UNKNOWN, ...(holder as LockHolder) } : undefined;
  } catch {
    return undefined;
  }
}

/** `unknown`: it is on another machine or in another container, where only its heartbeat can be seen. */
export function stateOf(holder: LockHolder): 'alive' | 'dead' | 'unknown' {
  if (isOwn(holder)) return 'alive';
  const { host, boot, namespace } = thisPlace();
  if (holder.host !== host) return 'unknown';
  if (holder.boot !== boot) return 'dead';
  if (holder.namespace !== namespace) return 'unknown';
  // A restarted container gives its process the same id again.
  if (holder.pid === process.pid) return 'dead';
  return isRunning(holder) ? 'alive' : 'dead';
}

const isRunning = ({ pid, began }: LockHolder): boolean =>
  isInUse(pid) && (began === '' || beginOf(pid) === '' || beginOf(pid) === began);
