/**
 * `pull` (Spec 4.4, Contract 7): fetch, then fast-forward or merge. The merge is computed outside the working tree and
 * applied only if it is complete: a conflict leaves everything unchanged, and is resolved by `resolve`, or by another pull
 * with `resolutions`.
 */
import { type Change, changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import { requirePerson } from '../identify.ts';
import { advanceTo, makeCommit } from '../merge/commit-merged.ts';
import { type Choices, mergeCommits, type Side } from '../merge/merge-commits.ts';
import { forgetMerge, type PendingMerge, rememberMerge } from '../merge/pending-merge.ts';
import { findRef } from '../refs/find-ref.ts';
import { readHead } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import { findRemote } from '../remote/find-remote.ts';
import { gitLine, type Repository } from '../repository.ts';
import type { WorkState } from '../status/read-changes.ts';
import { isRefName } from '../validate/require-ref-name.ts';
import { type FetchAnswer, fetchRemote } from './fetch-remote.ts';
import { readClear } from './switch-head.ts';

export interface PullInput {
  remote?: string | undefined;
  /** Branch at the remote. By default the current branch's upstream, otherwise the one with the same name. */
  branch?: string | undefined;
  /** For files in conflict: which version to keep. */
  resolutions: Readonly<Record<string, Side>>;
}

export interface Integrated {
  result: 'up-to-date' | 'fast-forward' | 'merge';
  from: string | null;
  to: string;
  /** Paths that changed in the working tree. */
  files: string[];
}

export interface PullAnswer extends Integrated {
  fetched: FetchAnswer;
}

/** @throws GitFault `git_pull_merge_conflict` with `conflicted`; `git_pull_overwrite` with `files`; `git_ref_moved`; errors of fetch */
export async function pullRemote(repository: Repository, input: PullInput): Promise<PullAnswer> {
  const { branch } = await readHead(repository);
  if (branch === null) throw new GitFault('git_detached_head');
  const remote = findRemote(repository, 'fetch', input.remote, branch).name;
  const followed = upstreamOf(repository, branch);
  const name = input.branch ?? (followed?.remote === remote ? followed.branch : branch);
  if (!isRefName(`heads/${name}`)) throw new GitFault('git_remote_gone', { branch: name });
  // Named, because what an earlier fetch found stays when the remote's branch is deleted.
  const fetched = await fetchRemote(repository, { remote, prune: false, branch: name });
  const theirs = await findRef(repository, `refs/remotes/${remote}/${name}`);
  if (theirs === null) throw new GitFault('git_remote_gone', { branch: name });
  const label = `branch '${name}' of ${fetched.remote}`;
  const choices = { files: input.resolutions, nodes: {} };
  const merged = await changing(repository, (change, repository) =>
    integrate(repository, change, { branch, theirs, label, choices }),
  );
  return { ...merged, fetched };
}

interface Asked extends Omit<PendingMerge, 'ours'> {
  /** The current branch when the pull began: somebody may have switched during the fetch. */
  branch: string;
  choices: Choices;
}

async function integrate(
  repository: Repository,
  change: Change,
  { branch, theirs, label, choices }: Asked,
): Promise<Integrated> {
  const state = await readClear(repository);
  if (state.branch !== branch) throw new GitFault('git_ref_moved');
  const from = state.commit;
  const base = from === null ? null : await mergeBase(repository, from, theirs);
  forgetMerge(repository);
  if (from !== null && base === theirs) return { result: 'up-to-date', from, to: from, files: [] };
  if (from === null || base === from) {
    const files = await advanceTo(repository, change, state, theirs, 'pull');
    return { result: 'fast-forward', from, to: theirs, files };
  }
  if (base === null) throw new GitFault('git_pull_unrelated_history');
  return mergeInto(repository, change, state, { ours: from, theirs, label }, choices);
}

async function mergeBase(repository: Repository, ours: string, theirs: string): Promise<string | null> {
  return (await gitLine(repository, ['merge-base', ours, theirs], { answers: [1] })) || null;
}

/** @throws GitFault `git_pull_merge_conflict` with `conflicted` and `flowConflicts`: the merge then waits for `resolve` */
export async function mergeInto(
  repository: Repository,
  change: Change,
  state: WorkState,
  { ours, theirs, label }: PendingMerge,
  choices: Choices,
): Promise<Integrated> {
  requirePerson(repository);
  const { tree, conflicted, flowConflicts } = await mergeCommits(repository, [ours, theirs], choices);
  if (conflicted.length > 0) {
    rememberMerge(repository, { ours, theirs, label });
    throw new GitFault('git_pull_merge_conflict', {}, { conflicted, flowConflicts });
  }
  const commit = await makeCommit(repository, { tree, parents: [ours, theirs], message: `Merge ${label}` });
  const files = await advanceTo(repository, change, state, commit, `pull: Merge ${label}`);
  forgetMerge(repository);
  return { result: 'merge', from: ours, to: commit, files };
}
