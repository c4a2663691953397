/** `branches` (Spec 2.8, Contract 7): local branches, and those that only a remote has. */
import { aheadBehind } from '../history/reach.ts';
import { readCommit } from '../objects/commit.ts';
import { readHead } from '../refs/head.ts';
import { type Refs, readRefs } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';

export interface Branch {
  current: boolean;
  /** Full hash. */
  commit: string;
  /** First line of the commit's message. */
  label: string;
  /** True for a branch that only a remote has; its name is then `origin/name`. */
  remote: boolean;
  tracking: string | null;
  ahead: number;
  behind: number;
}

export interface Branches {
  current: string | null;
  all: string[];
  branches: Record<string, Branch>;
}

export async function listBranches(repository: Repository): Promise<Branches> {
  const refs = readRefs(repository);
  const { branch: current } = readHead(repository);
  const rows: [string, Branch][] = [];
  for (const [name, commit] of under(refs, 'refs/heads/'))
    rows.push([name, await describeLocal(repository, refs, name, commit, name === current)]);
  const followed = new Set(rows.map(([, branch]) => branch.tracking));
  const locals = new Set(rows.map(([name]) => name));
  for (const [name, commit] of under(refs, 'refs/remotes/')) {
    const short = name.slice(name.indexOf('/') + 1);
    if (short === 'HEAD' || followed.has(name) || locals.has(short)) continue;
    const label = labelOf(repository, commit);
    rows.push([name, { current: false, commit, label, remote: true, tracking: null, ahead: 0, behind: 0 }]);
  }
  return { current, all: rows.map(([name]) => name), branches: Object.fromEntries(rows) };
}

const under = (refs: Refs, prefix: string): [string, string][] =>
  [...refs]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, oid]) => [name.slice(prefix.length), oid]);

const labelOf = (repository: Repository, commit: string): string =>
  readCommit(repository.objects, commit).message.split('\n')[0] ?? '';

async function describeLocal(
  repository: Repository,
  refs: Refs,
  name: string,
  commit: string,
  current: boolean,
): Promise<Branch> {
  const tracking = upstreamOf(repository, name)?.tracking ?? null;
  const theirs = refs.get(`refs/remotes/${tracking}`);
  const distance =
    theirs === undefined ? { ahead: 0, behind: 0 } : await aheadBehind(repository, commit, theirs);
  return { current, commit, label: labelOf(repository, commit), remote: false, tracking, ...distance };
}
