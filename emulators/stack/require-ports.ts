import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isFree, type StackPorts, waitUntil } from './ports.ts';

/** What each port is for, as in the launcher's table. */
export const SERVERS: Readonly<Record<keyof StackPorts, string>> = {
  functions: 'Functions',
  auth: 'Auth emulator',
  firestore: 'Firestore emulator',
  database: 'Realtime Database',
  storage: 'Storage',
  vision: 'Vision',
  git: 'Git remote',
  hosting: 'Console',
};

/** Milliseconds that the children of a killed launcher need to end. */
const PATIENCE = 3_000;

/** @throws one sentence that names the first port in use, and the launcher that uses it if known */
export async function requireFreePorts(ports: StackPorts, pidFile: string): Promise<void> {
  const names = Object.keys(ports) as (keyof StackPorts)[];
  const isEachFree = await Promise.all(names.map((name) => waitUntil(() => isFree(ports[name]), PATIENCE)));
  const taken = names[isEachFree.indexOf(false)];
  if (!taken) return;
  const holder = await findLauncher(pidFile);
  const who = holder ? `the local stack that runs already (process ${holder})` : 'another program';
  const sentence = `Port ${ports[taken]} (${SERVERS[taken]}) is in use by ${who}.`;
  throw new Error(holder ? sentence : `${sentence} Other ports: npm start -- --ports-from=15000`);
}

/** @throws one sentence if another launcher writes to the same folder */
export async function requireOwnState(state: string, pidFile: string): Promise<void> {
  const holder = await findLauncher(pidFile);
  if (!holder) return;
  throw new Error(
    `The local stack of process ${holder} keeps its data in ${state}: stop it, or name another folder with --state=DIR.`,
  );
}

/** A process id alone proves nothing: after a reboot it may belong to any program. */
async function findLauncher(pidFile: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!pid || pid === process.pid || !isAlive(pid)) return undefined;
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  const command = await ps.then(({ stdout }) => stdout).catch(() => 'start.ts');
  return command.includes('start.ts') ? pid : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
