import { readFile } from 'node:fs/promises';
import { isFree, type StackPorts, waitUntil } from './ports.ts';

/** What each port is for, in the words of the table that the launcher prints. */
export const SERVERS: Readonly<Record<keyof StackPorts, string>> = {
  functions: 'Functions',
  auth: 'Auth emulator',
  firestore: 'Firestore emulator',
  database: 'Realtime Database',
  storage: 'Storage',
  vision: 'Vision',
  git: 'Git remote',
};

/** Children of a launcher that was killed a moment ago need a little to end, in milliseconds. */
const PATIENCE = 3_000;

/** @throws one sentence that names the first port in use, and the launcher that has it if one is known */
export async function requireFreePorts(ports: StackPorts, pidFile: string): Promise<void> {
  const names = Object.keys(ports) as (keyof StackPorts)[];
  const isEachFree = await Promise.all(names.map((name) => waitUntil(() => isFree(ports[name]), PATIENCE)));
  const taken = names[isEachFree.indexOf(false)];
  if (!taken) return;
  const holder = await findLauncher(pidFile);
  const who = holder ? `the local stack that runs already (process ${holder})` : 'another program';
  throw new Error(`Port ${ports[taken]} (${SERVERS[taken]}) is in use by ${who}.`);
}

async function findLauncher(pidFile: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  return pid && isAlive(pid) ? pid : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
