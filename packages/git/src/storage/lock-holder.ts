/**
 * The process that holds a lock file. Our own locks contain its description; those of native git are empty or contain part
 * of an index, so only their age is known.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { errorCode } from './error-code.ts';

const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  /** Boot id of the machine, '' if the system does not provide it. */
  boot: z.string(),
  /** Unique to each acquisition. Every git process started under the lock has it in its environment. */
  nonce: z.string(),
  /** ms since 1970. */
  since: z.number(),
});
export type LockHolder = z.infer<typeof holderSchema>;

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
  return { pid: process.pid, host: hostname(), boot: bootId(), nonce, since: Date.now() };
}

export const formatHolder = (holder: LockHolder): string => `${SIGNATURE} ${JSON.stringify(holder)}\n`;

/** The holder in the text of a lock, or undefined if the lock is not ours. */
export function parseHolder(text: string): LockHolder | undefined {
  if (!text.startsWith(`${SIGNATURE} {`)) return undefined;
  try {
    return holderSchema.parse(JSON.parse(text.slice(SIGNATURE.length)));
  } catch {
    return undefined;
  }
}

/**
 * True only if the holder is proven dead: same machine, and its process id is free. A reboot of the machine since then is
 * proof too. A process id in use proves nothing, even if another process has it now.
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
