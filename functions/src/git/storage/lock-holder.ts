/**
 * Who holds a lock file. Our own locks say so in their text; native git's are empty or hold half an index, and say
 * nothing: of those only the age is known.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './error-code.ts';

export interface LockHolder {
  pid: number;
  host: string;
  /** Id of the boot of the machine, '' where the system does not tell. */
  boot: string;
  /** Unique to this one taking of the lock. */
  nonce: string;
  /** ISO 8601. */
  since: string;
}

const SIGNATURE = 'sightline-lock';
let boot: string | undefined;

function bootId(): string {
  try {
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    boot = '';
  }
  return boot;
}

export function describeHolder(): LockHolder {
  const nonce = randomBytes(8).toString('hex');
  return { pid: process.pid, host: hostname(), boot: bootId(), nonce, since: new Date().toISOString() };
}

export const formatHolder = (holder: LockHolder): string => `${SIGNATURE} ${JSON.stringify(holder)}\n`;

/** The holder that the text of a lock names, or undefined where the lock is not ours. */
export function parseHolder(text: string): LockHolder | undefined {
  if (!text.startsWith(`${SIGNATURE} {`)) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(SIGNATURE.length));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const holder = value as Partial<Record<keyof LockHolder, unknown>>;
  return (
    typeof holder.pid === 'number' && typeof holder.host === 'string' && typeof holder.nonce === 'string'
  );
}

/**
 * True only where it is proven that the holder is gone: same machine, and its process id is free. A machine that
 * was restarted since counts as proof too. A process id in use proves nothing, even if another process has it now.
 */
export function isProvenDead(holder: LockHolder): boolean {
  if (holder.host !== hostname() || holder.boot === '' || bootId() === '') return false;
  if (holder.boot !== bootId()) return true;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
