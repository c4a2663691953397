/** One walk over all commits that some tips lead to, children before parents, younger before older. */
import type { Repository } from '../repository.ts';
import { parentReader, reach } from './reach.ts';
import { shallowCommits } from './shallow.ts';
import { YoungestFirst } from './youngest-first.ts';

export interface History {
  /** Numbers in the order of `git log --date-order`. */
  order: readonly number[];
}

/** A walk is used again only for the same tips and the same shallow boundary; what lies behind a commit never changes. */
export async function readHistory(repository: Repository, tips: readonly string[]): Promise<History> {
  const unique = [...new Set(tips)].sort();
  const key = `${unique.join(' ')} | ${[...shallowCommits(repository)].join(' ')}`;
  const kept = repository.caches.histories.get(key);
  if (kept !== undefined) return kept;
  const history = { order: await sortByDate(repository, unique) };
  repository.caches.histories.set(key, history);
  return history;
}

async function sortByDate(repository: Repository, tips: readonly string[]): Promise<number[]> {
  const { commits } = repository.caches;
  const parents = parentReader(repository);
  const all = await reach(repository, tips);
  const children = new Map<number, number>();
  for (const number of all)
    for (const parent of parents(number)) children.set(parent, (children.get(parent) ?? 0) + 1);
  const ready = new YoungestFirst(commits.times);
  for (const tip of tips) if (!children.has(commits.number(tip))) ready.add(commits.number(tip));
  const order: number[] = [];
  for (let next = ready.take(); next !== undefined; next = ready.take()) {
    order.push(next);
    for (const parent of parents(next)) {
      const left = (children.get(parent) ?? 0) - 1;
      children.set(parent, left);
      if (left === 0) ready.add(parent);
    }
  }
  return order;
}
