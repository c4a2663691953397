/** Where a process runs and when it began: what tells whether the holder of a lock file is gone. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './error-code.ts';

export interface Place {
  host: string;
  /** Boot id of the machine, '' if the system does not provide it. */
  boot: string;
  /** Process ids mean something only inside their namespace (Linux containers); '' if there is none. */
  namespace: string;
}

let place: Place | undefined;

export function thisPlace(): Place {
  place ??= {
    host: hostname(),
    boot: readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
  };
  return place;
}

export function isInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/**
 * When a process of this place began, in ticks since the boot; '' if the system does not provide it. Field 22 of
 * `/proc/<pid>/stat`; the second field, the program's name, may hold spaces and brackets.
 */
export const beginOf = (pid: number): string =>
  readOrEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  });

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
