/** Counts the commits that each of two commits has and the other has not. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LruCache } from '../process/lru.ts';
import { gitLine, type Repository, unaborted } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';

export interface Distance {
  ahead: number;
  behind: number;
}

const NONE: Distance = { ahead: 0, behind: 0 };
const cache = new LruCache<string, Promise<Distance>>(200);

/** The distance between two commits never changes, so a long history is walked once per pair. */
export function distanceBetween(
  repository: Repository,
  ours: string | null,
  theirs: string | null,
): Promise<Distance> {
  if (ours === null || theirs === null || ours === theirs) return Promise.resolve(NONE);
  const key = `${boundaries(repository)} ${ours} ${theirs}`;
  const known = cache.get(key) ?? count(repository, ours, theirs);
  cache.set(key, known);
  return known.catch((error: unknown) => {
    cache.delete(key);
    throw error;
  });
}

async function count(repository: Repository, ours: string, theirs: string): Promise<Distance> {
  const args = ['rev-list', '--left-right', '--count', `${ours}...${theirs}`, '--'];
  // Its answer may be shared with other callers.
  const line = await gitLine(unaborted(repository), args);
  const [ahead = 0, behind = 0] = line.split('\t').map(Number);
  return { ahead, behind };
}

/** Files that make git see other parents than a commit has. */
function boundaries({ gitdir }: Repository): string {
  const files = ['shallow', 'info/grafts'].map((name) => readOptionalText(join(gitdir, name)) ?? '');
  const replaced = statSync(join(gitdir, 'refs', 'replace'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return [gitdir, ...files, replaced].join('\n');
}
