/** Which commits can be reached from others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Repository } from '../repository.ts';
import { shallowCommits } from './shallow.ts';

/** Commits read between two pauses, so that a first walk over a long history does not hold up the process. */
const SLICE = 2_000;

/** Parents by number, those behind a shallow boundary left out. */
export function parentReader(repository: Repository): (number: number) => readonly number[] {
  const { commits } = repository.caches;
  const shallow = shallowCommits(repository);
  if (shallow.size === 0) return (number) => commits.parents(repository.objects, number);
  const cut = new Set([...shallow].map((oid) => commits.number(oid)));
  return (number) => {
    const parents = commits.parents(repository.objects, number);
    return cut.has(number) ? [] : parents;
  };
}

/** Numbers of all commits that can be reached from these, them included. */
export async function reach(repository: Repository, tips: Iterable<string>): Promise<Set<number>> {
  const { commits } = repository.caches;
  const parents = parentReader(repository);
  const seen = new Set([...tips].map((oid) => commits.number(oid)));
  let done = 0;
  // A set yields what is added to it while it is gone through.
  for (const number of seen) {
    for (const parent of parents(number)) seen.add(parent);
    if (++done % SLICE === 0) await nextTurn();
  }
  return seen;
}

/** How many commits only one side has. */
export async function aheadBehind(repository: Repository, ours: string, theirs: string) {
  if (ours === theirs) return { ahead: 0, behind: 0 };
  const [mine, other] = [await reach(repository, [ours]), await reach(repository, [theirs])];
  return { ahead: countMissing(mine, other), behind: countMissing(other, mine) };
}

/** How many of these the others have not. */
export function countMissing(these: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let missing = 0;
  for (const number of these) if (!others.has(number)) missing++;
  return missing;
}
