/** Who holds the lock of a spool folder, and whether that process is certainly gone. */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './disk.ts';

export interface LockHolder {
  pid: number;
  host: string;
  /** Boot id of the machine; '' if the system does not provide it. */
  boot: string;
  /** Process ids mean something only inside their namespace (Linux containers); '' without one. */
  namespace: string;
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
  return { pid: process.pid, host: hostname(), ...machine(), began: beginOf(process.pid), nonce };
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
  if (holder.host !== hostname()) return 'unknown';
  const { boot, namespace } = machine();
  if (holder.boot !== boot) return 'dead';
  if (holder.namespace !== namespace) return 'unknown';
  // A restarted container gives its process the same id again.
  if (holder.pid === process.pid) return 'dead';
  return isRunning(holder) ? 'alive' : 'dead';
}

function isRunning({ pid, began }: LockHolder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
  return began === '' || beginOf(pid) === '' || beginOf(pid) === began;
}

const machine = () => ({
  boot: readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  namespace: readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
});

/** Field 22 of `/proc/<pid>/stat`; the second field, the program's name, may hold spaces and brackets. */
const beginOf = (pid: number): string =>
  readOrEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  });

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
