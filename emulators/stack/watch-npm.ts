import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isAlive } from './require-ports.ts';

/** Milliseconds between checks. */
const INTERVAL = 1_000;

/**
 * Under `npm start` the launcher is npm's grandchild (npm, its shell, this process), and would keep running with all ports
 * if npm were killed. Calls `onGone` once when npm has ended; without npm it does nothing.
 */
export async function watchNpm(onGone: () => void): Promise<void> {
  if (!process.env.npm_lifecycle_event) return;
  const npm = await parentOf(process.ppid);
  if (!npm || npm === 1) return;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL);
  timer.unref();
}

async function parentOf(pid: number): Promise<number | undefined> {
  const answer = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(() => undefined);
  return answer && Number(answer.stdout);
}
