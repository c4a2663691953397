/** All commits reachable from some tips, children before parents, newer before older: `git rev-list --date-order`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LruCache } from '../process/lru.ts';
import { splitRecords } from '../process/records.ts';
import type { Refs } from '../refs/read-refs.ts';
import { git, type Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';

export interface History {
  /** Hashes, in order. */
  order: readonly string[];
  parents: ReadonlyMap<string, readonly string[]>;
}

const cache = new LruCache<string, History>(4);

/** A walk is reused for the same tips while nothing changes the parents of commits. */
export async function walkHistory(
  repository: Repository,
  refs: Refs,
  tips: readonly string[],
): Promise<History> {
  const unique = [...new Set(tips)].sort();
  if (unique.length === 0) return { order: [], parents: new Map() };
  const key = createHash('sha1')
    .update(`${historyStamp(repository, refs)}\n${unique.join('\n')}`)
    .digest('hex');
  const kept = cache.get(key);
  if (kept !== undefined) return kept;
  const history = await walk(repository, unique);
  cache.set(key, history);
  return history;
}

/** Files that make git see other parents than a commit has: a shallow boundary, grafts, replaced objects. */
export function historyStamp({ gitdir }: Repository, refs: Refs): string {
  const files = ['shallow', 'info/grafts'].map((name) => readOptionalText(join(gitdir, name)) ?? '');
  const replaced = [...refs].filter(([name]) => name.startsWith('refs/replace/'));
  return [gitdir, ...files, ...replaced.flat()].join('\n');
}

async function walk(repository: Repository, tips: readonly string[]): Promise<History> {
  const args = ['rev-list', '--date-order', '--parents', '--stdin'];
  const { stdout } = await git(repository, args, { input: tips.map((tip) => `${tip}\n`).join('') });
  const order: string[] = [];
  const parents = new Map<string, readonly string[]>();
  for (const line of splitRecords(stdout, 10)) {
    const [hash = '', ...rest] = line.toString('latin1').split(' ');
    order.push(hash);
    parents.set(hash, rest);
  }
  return { order, parents };
}

/** All commits reachable from these, including them. */
export function reach({ parents }: History, tips: Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const next = [...tips];
  for (let hash = next.pop(); hash !== undefined; hash = next.pop()) {
    if (seen.has(hash) || !parents.has(hash)) continue;
    seen.add(hash);
    next.push(...(parents.get(hash) ?? []));
  }
  return seen;
}
