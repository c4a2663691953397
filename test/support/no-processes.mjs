/** Unit tests start no process and no server, so that they are quick and need nothing but Node: here both throw. */
import childProcess, { ChildProcess } from 'node:child_process';
import { Server } from 'node:net';

const STARTS = [
  [ChildProcess.prototype, 'spawn'],
  [childProcess, 'spawnSync'],
  [childProcess, 'execSync'],
  [childProcess, 'execFileSync'],
  [Server.prototype, 'listen'],
];

function refuse() {
  throw new Error(
    'A unit test starts no process and no server: move it to test/process/ or where it belongs.',
  );
}

/** For the whole worker. @returns allows them again, for the next suite */
export function forbidProcesses() {
  const allowed = STARTS.map(([owner, name]) => owner[name]);
  for (const [owner, name] of STARTS) owner[name] = refuse;
  return () => {
    for (const [index, [owner, name]] of STARTS.entries()) owner[name] = allowed[index];
  };
}
