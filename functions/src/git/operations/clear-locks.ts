/**
 * `unlock`: removes lock files that a person has judged forgotten, for where nobody can reach the folder by hand.
 * Only locks of a given age, and only when asked: no other operation ever takes a lock that may be someone's.
 */
import { readdir, unlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Repository } from '../repository.ts';
import { clearDeadLock, lockAge } from '../storage/lock-file.ts';

export interface UnlockInput {
  /** Locks younger than this stay, 60 or more. */
  olderThanSeconds: number;
}

export interface UnlockAnswer {
  removed: string[];
  /** Locks that stay, with their age. */
  held: { lock: string; ageSeconds: number }[];
}

export async function clearLocks(repository: Repository, input: UnlockInput): Promise<UnlockAnswer> {
  const answer: UnlockAnswer = { removed: [], held: [] };
  for (const path of await findLocks(repository)) {
    const age = (await lockAge(path)) / 1_000;
    const lock = relative(repository.commondir, path);
    const isFree = (await clearDeadLock(path)) || (age >= input.olderThanSeconds && (await remove(path)));
    if (isFree) answer.removed.push(lock);
    else answer.held.push({ lock, ageSeconds: Math.round(age) });
  }
  return answer;
}

const remove = async (path: string): Promise<boolean> => {
  await unlink(path).catch(() => undefined);
  return true;
};

const PLAIN = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock'];

async function findLocks(repository: Repository): Promise<string[]> {
  const directories = [...new Set([repository.gitdir, repository.commondir])];
  const found = new Set<string>();
  for (const directory of directories) {
    const names = await readdir(directory).catch(() => []);
    for (const name of names) if (PLAIN.includes(name)) found.add(join(directory, name));
  }
  const refs = await readdir(join(repository.commondir, 'refs'), { recursive: true }).catch(() => []);
  for (const name of refs) if (name.endsWith('.lock')) found.add(join(repository.commondir, 'refs', name));
  return [...found];
}
