import { GitFault } from '../git-fault.ts';
import type { Surroundings } from './environment.ts';
import { runGit } from './run-git.ts';

/** For `git merge-tree --write-tree`, the newest command in use. Later releases have also fixed security bugs. */
const OLDEST = [2, 38] as const;

/** By PATH: a program is not replaced while a process runs. */
const known = new Map<string, Promise<string>>();

/** @throws GitFault `git_unavailable` */
export async function requireVersion(around: Surroundings): Promise<void> {
  const path = process.env.PATH ?? '';
  const found = known.get(path) ?? readVersion(around);
  known.set(path, found);
  const version = await found.catch((error: unknown) => {
    known.delete(path);
    throw error;
  });
  if (!isEnough(version))
    throw new GitFault('git_unavailable', {
      need: `git ${OLDEST.join('.')} or later is needed, found ${version}`,
    });
}

async function readVersion(around: Surroundings): Promise<string> {
  const { stdout } = await runGit({ args: ['version'], around: { ...around, directory: '/' } });
  return /\d+\.\d+[^\s]*/.exec(stdout.toString('utf8'))?.[0] ?? 'unknown';
}

export function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
